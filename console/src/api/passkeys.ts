import { connection } from './connection.ts';

/** Whether this browser can use passkeys. */
export const hasPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether a page at this address can sign people in by passkeys that are bound to this domain. */
export function takesPasskeys(domain: string | null | undefined): boolean {
  return hasPasskeys && typeof domain === 'string' && `.${location.hostname}`.endsWith(`.${domain}`);
}

/** Lets the browser prove its user by a passkey; undefined if it did not. The options come from this route. */
export async function usePasskey(options: string): Promise<unknown> {
  const json: object = await connection.request('POST', options);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    json as PublicKeyCredentialRequestOptionsJSON, // as WebAuthn specifies it
  );
  const given = await navigator.credentials.get({ publicKey }).catch(() => null); // declined by the user
  return given instanceof PublicKeyCredential ? given.toJSON() : undefined;
}
