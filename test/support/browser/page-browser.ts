import type { Plain } from '../client.ts';
import { type FreshApp, PASSWORD } from '../fresh-app.ts';

export interface Signed {
  readonly access_token: string;
  readonly session: number;
}

export const SESSION = '/cms/console/session';
export const HOST = 'quire.test';
export const FOREIGN = [403, 10261];

/** What a browser does: it keeps cookies, and tells where its page came from. */
export function pageBrowser(app: FreshApp, origin = `https://${HOST}`) {
  let cookie: string | undefined;
  const page = { host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' };
  const send = async (
    request: string,
    session: string | number,
    more: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const [method = '', path = ''] = request.split(' ');
    const { body, headers = {} } = more;
    const answer = await app.request<Plain & Signed>(method, path, {
      ...(body !== undefined && { body }),
      headers: { ...page, 'x-quire-console': String(session), ...(cookie && { cookie }), ...headers },
    });
    const [set] = [answer.headers['set-cookie'] ?? []].flat() as string[];
    if (set !== undefined) cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
    return answer;
  };
  return {
    signIn: (username: string, password = PASSWORD) =>
      send(`POST ${SESSION}`, 'new', { body: { username, password } }),
    refresh: (session: number, headers: Readonly<Record<string, string>> = {}) =>
      send(`POST ${SESSION}/refresh`, session, { headers }),
    signOut: (session: number) => send(`DELETE ${SESSION}`, session),
    send,
    cookie: () => cookie,
    keep: (other: string | undefined) => {
      cookie = other;
    },
  };
}
