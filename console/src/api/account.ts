import { connection } from './connection.ts';

/** Which ways into an account the server offers. */
export interface Ways {
  readonly maySignUp: boolean;
  readonly hasMail: boolean;
  /** Providers by which people may sign in. */
  readonly providers: readonly { readonly name: string; readonly label: string }[];
  /** The domain whose pages may use passkeys. */
  readonly passkeyDomain: string | null;
}

/** What the link of a mail is for. */
export interface MailedLink {
  readonly purpose: string;
  readonly address: string;
  readonly username: string;
  readonly needsApproval: boolean;
}

interface Chosen {
  readonly token: string;
  readonly password: string;
  readonly again: string;
}

/** None while the server cannot be asked. */
export async function getWays(): Promise<Ways> {
  const answer = await connection
    .request('GET', '/cms/account')
    .catch(() => ({ mail: false, sign_up: 'off', providers: [], passkey_domain: null }));
  // The documented form of this route.
  const [providers, passkeyDomain] = [answer.providers, answer.passkey_domain] as [Ways['providers'], string];
  return { maySignUp: answer.sign_up !== 'off', hasMail: answer.mail === true, providers, passkeyDomain };
}

/** Asks for a mail with a link; answers what the server says. */
export async function askForLink(way: 'sign-up' | 'reset', email: string): Promise<string> {
  return said(await connection.request('POST', `/cms/account/${way}`, { body: { email } }));
}

export async function getLink(token: string): Promise<MailedLink> {
  const answer = await connection.request('POST', '/cms/account/link', { body: { token } });
  return {
    purpose: String(answer.purpose),
    address: String(answer.address),
    username: typeof answer.username === 'string' ? answer.username : '',
    needsApproval: answer.needs_approval === true,
  };
}

export async function createAccount(username: string, { token, password, again }: Chosen): Promise<string> {
  const body = { token, username, password, confirm_password: again };
  return said(await connection.request('POST', '/cms/account', { body }));
}

export async function setPassword({ token, password, again }: Chosen): Promise<string> {
  const body = { token, new_password: password, confirm_password: again };
  return said(await connection.request('PUT', '/cms/account/password', { body }));
}

export async function confirmAddress(token: string): Promise<string> {
  return said(await connection.request('PUT', '/cms/account/address', { body: { token } }));
}

function said(answer: Readonly<Record<string, unknown>>): string {
  return String(answer.msg);
}
