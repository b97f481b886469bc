import { connection } from './connection.ts';

/** Whether this browser can use passkeys. */
export const hasPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether passkeys that are bound to this domain work on this page. */
export function takesPasskeys(domain: string | null | undefined): boolean {
  return hasPasskeys && typeof domain === 'string' && `.${location.hostname}`.endsWith(`.${domain}`);
}

/** Asks the browser for a passkey, with the options that a route returns; undefined if the user declines. */
export async function usePasskey(optionsPath: string): Promise<unknown> {
  const json: object = await connection.request('POST', optionsPath);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    json as PublicKeyCredentialRequestOptionsJSON, // as WebAuthn specifies it
  );
  const given = await navigator.credentials.get({ publicKey }).catch(() => null); // declined by the user
  return given instanceof PublicKeyCredential ? given.toJSON() : undefined;
}
