import { computed, readonly, ref, shallowRef } from 'vue';
import { Connection, type Tokens } from '../../../server/client/runtime/connection.ts';
import { apiBase } from '../base.ts';
import { configureTokens, connection, pinAccessToken, QuireError, setAccessToken } from './connection.ts';
import { usePasskey } from './passkeys.ts';
import type { AnswerOf } from './route-types.ts';

/** Who is signed in. */
export type Me = AnswerOf<'GET /cms/user/permissions'>;

/** The server as another user sees it: nothing can be changed. */
export interface Impersonation {
  readonly username: string;
  /** When it expires. */
  readonly until: number;
  /** Reloads the page, so that no request continues as another user. */
  readonly end: () => unknown;
}

/** The id of the session, no secret. It keeps a tab from silently becoming another user. */
const STORAGE_KEY = 'quire.session';

/** Where a tab keeps as which user it shows the server; no secret. The token is in memory only, so it ends with the page. */
export const IMPERSONATED = 'quire.impersonated';

const who = shallowRef<Me>();
const ended = ref(false);
const impersonated = shallowRef<Impersonation>();

/** Who is signed in. Stays set while the user signs in again after a session has ended. */
export const me = readonly(who);
/** True once the session has ended: the sign-in dialog opens. */
export const hasEnded = readonly(ended);
/** The impersonation in progress, if any. */
export const impersonation = readonly(impersonated);
export const isSignedIn = computed(() => who.value !== undefined);

const forget: (() => void)[] = [];

/** Registers a callback for when the user changes or signs out, to clear cached data. */
export function onUserChange(call: () => void): void {
  forget.push(call);
}

configureTokens({
  renew: () => renew(),
  onLost: () => {
    ended.value = who.value !== undefined;
  },
});

/** Whether the browser was left without signing out. The session may have ended since. */
export const wasSignedIn = () => localStorage.getItem(STORAGE_KEY) !== null;

/** Resumes the last session if it is still valid. */
export async function resumeSession(): Promise<void> {
  if (!wasSignedIn()) return;
  try {
    setAccessToken((await renew()).access);
    who.value = await readMe();
  } catch (error) {
    if (error instanceof QuireError) localStorage.removeItem(STORAGE_KEY);
  }
}

/** What a sign-in may need besides name and password. */
interface Further {
  readonly captcha: { text: string; tag: string } | undefined;
  /** From an authenticator app, or a recovery code. */
  readonly code: string;
  readonly remembersDevice: boolean;
}

/** Whether the account has a second factor, and none was given. */
export function needsCode(error: unknown): boolean {
  return error instanceof QuireError && error.code === 10300;
}

/** Begins a session. Clears cached data if the user is another one. */
export async function signIn(
  username: string,
  password: string,
  { captcha, code, remembersDevice }: Further,
): Promise<void> {
  const body = {
    username,
    password,
    ...(captcha && { captcha: captcha.text }),
    ...(code !== '' && { code, remember_device: remembersDevice }),
  };
  await begin('/cms/console/session', body, captcha?.tag);
}

/** Begins a session with the code of a provider, and a second factor if required. */
export async function signInByCode(
  returned: string,
  factor?: Pick<Further, 'code' | 'remembersDevice'>,
): Promise<void> {
  const given = factor && { factor_code: factor.code, remember_device: factor.remembersDevice };
  await begin('/cms/oidc/console-session', { code: returned, ...given });
}

/** Begins a session with a passkey. Returns false if the browser gave none. */
export async function signInByPasskey(): Promise<boolean> {
  const passkey = await usePasskey('/cms/user/passkey/options');
  if (passkey !== undefined) await begin('/cms/console/session/passkey', { passkey });
  return passkey !== undefined;
}

async function begin(path: string, body: object, tag?: string): Promise<void> {
  const headers = { 'x-quire-console': 'new', tag };
  setAccessToken(keepSession(await connection.request('POST', path, { body, headers })).access);
  const now = await readMe();
  if (now.id !== who.value?.id) forgetAll();
  who.value = now;
  ended.value = false;
}

/**
 * Shows everything as the user of this token, which is never renewed. The page reloads when it expires. Until the user is
 * known, the pages of the former user go on with their own token.
 */
export async function impersonate(access: string, shown: Impersonation): Promise<void> {
  const tokens = { get: () => ({ access, refresh: '' }), set: () => {} };
  const user = await readMe(new Connection({ base: apiBase, tokens }));
  const never = () => {
    shown.end();
    return new Promise<never>(() => {});
  };
  configureTokens({ renew: never, onLost: never });
  pinAccessToken(access);
  impersonated.value = shown;
  forgetAll();
  who.value = { ...user, id: `as-${user.id}` }; // keeps edits apart from those of the user
}

/** Ends the session. If it began at an identity provider, ends the provider's session too. */
export async function signOut(tellsProviders = false): Promise<void> {
  if (impersonated.value) return void impersonated.value.end();
  const there = tellsProviders ? await signOutThere().catch(() => undefined) : undefined;
  if (there === undefined)
    await connection.request('DELETE', '/cms/console/session', { headers: named() }).catch(() => {});
  localStorage.removeItem(STORAGE_KEY);
  who.value = undefined;
  ended.value = false;
  setAccessToken(undefined);
  forgetAll();
  if (typeof there === 'string') location.assign(there);
}

/** The sign-out page of the provider; null if it has none. */
async function signOutThere(): Promise<string | null> {
  const { url } = await connection.request('POST', '/cms/oidc/sign-out', { body: { return_to: '/console' } });
  return typeof url === 'string' ? url : null;
}

function forgetAll(): void {
  for (const call of forget) call();
}

/** Reloads the user after changes of profile or groups. */
export async function refreshMe(): Promise<void> {
  who.value = await readMe();
}

/** Renews the tokens of the session. */
export async function renew(through: Pick<typeof connection, 'request'> = connection): Promise<Tokens> {
  return keepSession(await through.request('POST', '/cms/console/session/refresh', { headers: named() }));
}

function keepSession(answer: Readonly<Record<string, unknown>>): Tokens {
  localStorage.setItem(STORAGE_KEY, String(answer.session));
  return { access: String(answer.access_token), refresh: '' };
}

function named(): Record<string, string> {
  return { 'x-quire-console': localStorage.getItem(STORAGE_KEY) ?? '' };
}

async function readMe(through: Pick<typeof connection, 'request'> = connection): Promise<Me> {
  const answer = await through.request('GET', '/cms/user/permissions');
  return { ...(answer as AnswerOf<'GET /cms/user/permissions'>), id: String(answer.id) };
}
