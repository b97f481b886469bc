import { call } from './call.ts';
import { usePasskey } from './passkeys.ts';
import type { BodyOf } from './route-types.ts';

/** What protects the account besides its password. */
export const readFactors = () => call('GET /cms/user/second-factor');

/** Starts to set up an authenticator app. Returns the secret, and the address for its QR code. */
export const beginApp = () => call('POST /cms/user/second-factor/totp');

/** Confirms the app by its first code. Returns the recovery codes if it is the first factor. */
export async function confirmApp(code: string): Promise<readonly string[]> {
  return (await call('PUT /cms/user/second-factor/totp', { body: { code } })).recovery_codes ?? [];
}

export async function removeApp(): Promise<void> {
  await call('DELETE /cms/user/second-factor/totp');
}

/** What the browser needs to create a passkey. */
export async function beginPasskey(): Promise<PublicKeyCredentialCreationOptions> {
  const options: object = await call('POST /cms/user/second-factor/passkey/options');
  return PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
}

/** Lets the browser create a passkey. Returns undefined if it created none. */
export async function addPasskey(
  name: string,
  publicKey: PublicKeyCredentialCreationOptions,
): Promise<readonly string[] | undefined> {
  const made = await navigator.credentials.create({ publicKey }).catch(() => null); // declined by the user
  if (!(made instanceof PublicKeyCredential)) return undefined;
  const passkey = made.toJSON() as BodyOf<'POST /cms/user/second-factor/passkey'>['passkey']; // as WebAuthn specifies it
  const { recovery_codes = [] } = await call('POST /cms/user/second-factor/passkey', {
    body: { name, passkey },
  });
  return recovery_codes;
}

export async function removePasskey(id: string): Promise<void> {
  await call('DELETE /cms/user/second-factor/passkey/:id', { params: { id } });
}

export async function makeCodes(): Promise<readonly string[]> {
  return (await call('POST /cms/user/second-factor/recovery-codes')).recovery_codes ?? [];
}

export async function forgetDevices(): Promise<void> {
  await call('DELETE /cms/user/second-factor/device');
}

type Proof = BodyOf<'POST /cms/user/reauthentication'>;
type Passkey = NonNullable<Proof['passkey']>;

/** Proves again who is signed in, for some minutes. */
export async function prove(body: Proof): Promise<void> {
  await call('POST /cms/user/reauthentication', { body });
}

/** The same by a passkey. Returns false if the browser gave none. */
export async function proveByPasskey(): Promise<boolean> {
  const passkey = await usePasskey('/cms/user/reauthentication/options');
  if (passkey !== undefined) await prove({ passkey: passkey as Passkey }); // as WebAuthn specifies it
  return passkey !== undefined;
}
