import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import type { ProviderSettings } from '../../../server/features/oidc/provider.ts';
import type { Answer } from '../client.ts';
import type { FreshApp, Tokens } from '../fresh-app.ts';

export const ORIGIN = 'https://quire.test';
export const PAGE = 'https://shop.test/signed-in';

/** The settings of a provider that creates and links nobody. */
export function providerSettings(
  name: string,
  issuer: string,
  changes: Partial<ProviderSettings> = {},
): ProviderSettings {
  return {
    name,
    label: `The ${name}`,
    issuer,
    clientId: name,
    clientSecret: `secret of ${name}`,
    scopes: 'openid email profile',
    createsUsers: false,
    linksByAddress: false,
    groupsClaim: undefined,
    groups: [],
    signsOutThere: false,
    secondFactors: [],
    ...changes,
  };
}

/** Makes the address of a user count as verified, as after a link in a mail that was opened. */
export const verifyAddress = (app: Pick<FreshApp, 'behind'>, id: number) =>
  app.behind(`update quire_user set email_standing = 'verified' where id = ?`, id);

type Cookies = Map<string, string>;

/** A browser that keeps the cookies of this server and of one provider. */
export function browser(app: Pick<FreshApp, 'request'>) {
  const own: Cookies = new Map();
  const theirs: Cookies = new Map();

  /** Asks this server, with the browser's cookies. */
  async function here(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer<never>> {
    const answer = await app.request<never>('GET', path, { headers: { ...cookieOf(own), ...headers } });
    keep(own, [answer.headers['set-cookie'] ?? []].flat().map(String));
    return answer;
  }

  /** Follows the provider's pages until they lead back, and answers the address on this server. */
  async function signInThere(url: string): Promise<string> {
    let next = url;
    for (let step = 0; step < 12 && !next.startsWith(`${ORIGIN}/`); step += 1) {
      const answer = await fetch(next, { redirect: 'manual', headers: cookieOf(theirs) });
      keep(theirs, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      assert.ok(location, `${next}: ${answer.status} ${await answer.text()}`);
      next = new URL(location, next).href;
    }
    return next.slice(ORIGIN.length);
  }

  return { own, theirs, here, signInThere };
}

function keep(jar: Cookies, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = ''] = line.split(';');
    const end = pair.indexOf('=');
    jar.set(pair.slice(0, end), pair.slice(end + 1));
  }
}

export const cookieOf = (jar: ReadonlyMap<string, string>): Record<string, string> =>
  jar.size === 0 ? {} : { cookie: [...jar].map((pair) => pair.join('=')).join('; ') };

/** What only the client knows, and its hash. */
export function proof() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: hash('sha256', verifier, 'base64url') };
}

/** Goes through a provider to a page of the project, and answers the code that comes back, with its verifier. */
export async function goThrough(
  app: Pick<FreshApp, 'request'>,
  name: string,
  { way = browser(app), start = '' }: { way?: ReturnType<typeof browser>; start?: string } = {},
): Promise<{ code: string; code_verifier: string; callback: string; way: ReturnType<typeof browser> }> {
  const { verifier, challenge } = proof();
  const query = new URLSearchParams({ return_to: PAGE, code_challenge: challenge });
  const begun = await way.here(
    start ? `${start}&code_challenge=${challenge}` : `/cms/oidc/${name}/start?${query}`,
  );
  assert.equal(begun.status, 302, begun.text);
  const callback = await way.signInThere(String(begun.headers.location));
  const returned = await way.here(callback);
  assert.equal(returned.status, 302, returned.text);
  const back = new URL(String(returned.headers.location));
  assert.equal(back.origin + back.pathname, PAGE);
  return { code: back.searchParams.get('code') ?? '', code_verifier: verifier, callback, way };
}

/** Signs in through a provider as a program does. */
export async function signInThrough(
  app: Pick<FreshApp, 'request'>,
  name: string,
  factor: object = {},
): Promise<Answer<Tokens>> {
  const { code, code_verifier } = await goThrough(app, name);
  return app.request<Tokens>('POST', '/cms/oidc/session', { body: { code, code_verifier, ...factor } });
}
