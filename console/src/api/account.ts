import { connection } from './connection.ts';
import type { AnswerOf } from './route-types.ts';

/** How people can sign in or sign up. */
export interface SignInOptions {
  readonly maySignUp: boolean;
  readonly hasMail: boolean;
  /** Identity providers. */
  readonly providers: readonly { readonly name: string; readonly label: string }[];
  /** The domain to which passkeys are bound. */
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

/** Nothing but passwords while the server is unreachable. */
export async function getSignInOptions(): Promise<SignInOptions> {
  const { sign_up, mail, providers, passkey_domain } = await connection.request('GET', '/cms/account').then(
    (answer) => answer as AnswerOf<'GET /cms/account'>,
    () => ({ sign_up: 'off', mail: false, providers: [], passkey_domain: null }),
  );
  return { maySignUp: sign_up !== 'off', hasMail: mail, providers, passkeyDomain: passkey_domain };
}

/** Requests a mail with a link, and returns the message of the server. */
export async function requestLink(purpose: 'sign-up' | 'reset', email: string): Promise<string> {
  return said(await connection.request('POST', `/cms/account/${purpose}`, { body: { email } }));
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

/** Without a name, others see the user name. */
export async function createAccount(
  { username, nickname }: { username: string; nickname: string },
  { token, password, again }: Chosen,
): Promise<string> {
  const names = { username, ...(nickname && { nickname }) };
  const body = { token, ...names, password, confirm_password: again };
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
