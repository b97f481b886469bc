import { connection } from './connection.ts';
import { usePasskey } from './passkeys.ts';

/** What protects the account beside its password. */
export interface Factors {
  readonly enabled: boolean;
  readonly required: boolean;
  readonly due_time: number | null;
  readonly passkeys_available: boolean;
  readonly totp: { readonly create_time: number } | null;
  readonly passkeys: readonly { readonly id: number; readonly name: string; readonly create_time: number }[];
  readonly recovery_codes: number;
  readonly devices: readonly unknown[];
}

const OWN = '/cms/user/second-factor';
const PROOF = '/cms/user/reauthentication';

export async function readFactors(): Promise<Factors> {
  return (await connection.request('GET', OWN)) as unknown as Factors; // the documented form of this route
}

/** Begins to set up an app: the secret, and the address that its QR code shows. */
export async function beginApp(): Promise<{ readonly secret: string; readonly uri: string }> {
  const { secret, uri } = await connection.request('POST', `${OWN}/totp`);
  return { secret: String(secret), uri: String(uri) };
}

/** Confirms the app by its first code; answers the recovery codes of a first factor. */
export async function confirmApp(code: string): Promise<readonly string[]> {
  return codesIn(await connection.request('PUT', `${OWN}/totp`, { body: { code } }));
}

export async function removeApp(): Promise<void> {
  await connection.request('DELETE', `${OWN}/totp`);
}

/** What the browser makes a passkey from. */
export async function beginPasskey(): Promise<PublicKeyCredentialCreationOptions> {
  const options = await connection.request('POST', `${OWN}/passkey/options`);
  return PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON, // the documented form of this route
  );
}

/** Lets the browser make a passkey; undefined if it made none. */
export async function addPasskey(
  name: string,
  publicKey: PublicKeyCredentialCreationOptions,
): Promise<readonly string[] | undefined> {
  const made = await navigator.credentials.create({ publicKey }).catch(() => null); // refused by its user
  if (!(made instanceof PublicKeyCredential)) return undefined;
  const body = { name, passkey: made.toJSON() };
  return codesIn(await connection.request('POST', `${OWN}/passkey`, { body }));
}

export async function removePasskey(id: number): Promise<void> {
  await connection.request('DELETE', `${OWN}/passkey/${id}`);
}

export async function makeCodes(): Promise<readonly string[]> {
  return codesIn(await connection.request('POST', `${OWN}/recovery-codes`));
}

export async function forgetDevices(): Promise<void> {
  await connection.request('DELETE', `${OWN}/device`);
}

/** Proves again who is signed in, for some minutes. */
export async function prove(proof: Readonly<Record<string, unknown>>): Promise<void> {
  await connection.request('POST', PROOF, { body: proof });
}

/** The same by a passkey; false if the browser gave none. */
export async function proveByPasskey(): Promise<boolean> {
  const passkey = await usePasskey(`${PROOF}/options`);
  if (passkey !== undefined) await prove({ passkey });
  return passkey !== undefined;
}

function codesIn({ recovery_codes = [] }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(recovery_codes) ? recovery_codes.map(String) : [];
}
