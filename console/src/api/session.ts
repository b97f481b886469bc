import { computed, readonly, ref, shallowRef } from 'vue';
import type { Tokens } from '../../../server/features/client/runtime/connection.ts';
import { configureTokens, connection, pinAccessToken, QuireError, setAccessToken } from './connection.ts';
import { usePasskey } from './passkeys.ts';
import type { AnswerOf } from './route-types.ts';

/** Who is signed in. */
export type Me = AnswerOf<'GET /cms/user/permissions'>;

/** The server as another user sees it: nothing can be changed. */
export interface Impersonation {
  readonly username: string;
  /** When it ends by itself. */
  readonly until: number;
  /** Loads the page anew, so that nothing that was asked as the user goes on as somebody else. */
  readonly end: () => unknown;
}

/** No secret: it names the session, so that a tab never becomes another user unseen. */
const STORAGE_KEY = 'quire.session';

const who = shallowRef<Me>();
const ended = ref(false);
const impersonated = shallowRef<Impersonation>();

/** Who is signed in; stays while a session has ended and the same user signs in over the page. */
export const me = readonly(who);
/** True once the server no longer takes the session: a sign-in is shown over the page. */
export const hasEnded = readonly(ended);
/** The impersonation in progress, if any. */
export const impersonation = readonly(impersonated);
export const isSignedIn = computed(() => who.value !== undefined);

const forget: (() => void)[] = [];

/** Calls this when another user signs in or nobody is signed in any more: what was read for the last one must go. */
export function onUserChange(call: () => void): void {
  forget.push(call);
}

configureTokens({
  renew: () => renew(),
  onLost: () => {
    ended.value = who.value !== undefined;
  },
});

/** Goes on with the session of last time, if there is one that still holds. */
export async function resumeSession(): Promise<void> {
  if (localStorage.getItem(STORAGE_KEY) === null) return;
  try {
    setAccessToken((await renew()).access);
    who.value = await readMe();
  } catch (error) {
    if (error instanceof QuireError) localStorage.removeItem(STORAGE_KEY);
  }
}

/** What a sign-in may need beside name and password. */
interface Further {
  readonly captcha: { text: string; tag: string } | undefined;
  /** Of an authenticator app, or a recovery code. */
  readonly code: string;
  readonly remembersDevice: boolean;
}

/** Whether the account has a second factor, and none was given. */
export function needsCode(error: unknown): boolean {
  return error instanceof QuireError && error.code === 10300;
}

/** Begins a session. Another user than before finds nothing of what was read for the last one. */
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

/** Begins a session by what a return from a provider brought, with a code of the second factor where it is asked for. */
export async function signInByCode(
  returned: string,
  factor?: Pick<Further, 'code' | 'remembersDevice'>,
): Promise<void> {
  const given = factor && { factor_code: factor.code, remember_device: factor.remembersDevice };
  await begin('/cms/oidc/console-session', { code: returned, ...given });
}

/** Begins a session by a passkey alone; false if the browser gave none. */
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

/** Shows everything as the user of this token, which nothing renews: the page is loaded anew once it is over. */
export async function impersonate(access: string, shown: Impersonation): Promise<void> {
  const never = () => {
    shown.end();
    return new Promise<never>(() => {});
  };
  configureTokens({ renew: never, onLost: never });
  pinAccessToken(access);
  impersonated.value = shown;
  const user = await readMe();
  forgetAll();
  who.value = { ...user, id: `as-${user.id}` }; // what is typed meanwhile is kept apart from the user's own edits
}

/** Ends the session, where the server can tell of providers at the one that it began by as well: its page follows. */
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

/** The page where the provider ends its session; null if it has none. */
async function signOutThere(): Promise<string | null> {
  const { url } = await connection.request('POST', '/cms/oidc/sign-out', { body: { return_to: '/console' } });
  return typeof url === 'string' ? url : null;
}

function forgetAll(): void {
  for (const call of forget) call();
}

/** Reads the user anew, after their profile or groups changed. */
export async function refreshMe(): Promise<void> {
  who.value = await readMe();
}

/** New tokens of one's own session. */
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

async function readMe(): Promise<Me> {
  const answer = await connection.request('GET', '/cms/user/permissions');
  return { ...(answer as AnswerOf<'GET /cms/user/permissions'>), id: String(answer.id) };
}
