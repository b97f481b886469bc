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
  const asked = await connection.request('POST', options);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    asked as unknown as PublicKeyCredentialRequestOptionsJSON, // the documented form of this route
  );
  const given = await navigator.credentials.get({ publicKey }).catch(() => null); // refused by its user
  return given instanceof PublicKeyCredential ? given.toJSON() : undefined;
}
