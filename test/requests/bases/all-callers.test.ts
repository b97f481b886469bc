// No engine changes its result: most are refused before a record is read, and outcomes are compared between bases.
// Takes long: every route is asked on each base by each kind of caller.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeTokens } from '../../../server/access/sign-in/tokens.ts';
import { routesOnAllBases } from '../../support/bases.ts';
import { type Answer, claimsOf, freshApp } from '../../support/fresh-app.ts';

// Every route that is described, asked by every kind of caller on every base: the same outcome, in other words.

const app = await freshApp();
await app.makeBook();
const group = await app.groupWith('log.search');
const routes = await routesOnAllBases(app.nobody);

const member = await app.person([group]);
const expired = (token: string) =>
  makeTokens([app.secret]).sign({ ...claimsOf(token), exp: Math.floor(Date.now() / 1000) - 1 } as never);

const callers: Readonly<Record<string, (path: string) => string | undefined | Promise<string>>> = {
  nobody: () => undefined,
  'a malformed token': () => 'nonsense',
  'an expired token': () => expired(member.access),
  'an expired refresh token': () => expired(member.refresh),
  'a refresh token where an access token belongs': () => member.refresh,
  'a member': async (path) =>
    path.endsWith('/logout') ? (await app.signIn(member.username)).access : member.access,
};

/** The codes of `/` that are others on another base. */
const codes: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  '/lin2': {
    10021: 10020,
    10022: 10020,
    10023: 10020,
    10024: 10020,
    10026: 10020,
    10031: 10030,
    10032: 10030,
    10033: 10030,
    10034: 10030,
  },
  '/lin3': { 10040: 10041, 10050: 10051, 10100: 10042 },
};
const words: Readonly<Record<string, readonly [code: string, text: string]>> = {
  '/lin2': ['error_code', 'msg'],
  '/lin3': ['code', 'message'],
};
const notPermitted: Readonly<Record<string, number>> = { '/lin2': 10070, '/lin3': 10001 };

const expectedCode = (base: string, { status, body }: Answer<Record<string, unknown>>, caller: string) => {
  const code = Number(body.error_code ?? body.code);
  if (caller === 'a member' && status === 401 && code === 10000) return notPermitted[base];
  if (base === '/lin3' && code === 10100 && caller === 'an expired refresh token') return 10052;
  return codes[base]?.[code] ?? code;
};

for (const [caller, tokenFor] of Object.entries(callers)) {
  describe(`${caller} is answered on every base as without one, in its words`, () => {
    for (const [method, path] of routes) {
      it(`${method} ${path}`, async () => {
        const url = path.replace(/\{\w+\}/g, '1');
        const plain = await ask('');
        for (const [base, [code, text]] of Object.entries(words)) {
          const lin = await ask(base);
          if (plain.status < 300) {
            assert.ok(lin.status < 300, lin.text);
            continue;
          }
          // A refresh token that is not good keeps the status of its family.
          assert.equal(lin.status, lin.body.code === 10042 ? 422 : plain.status, lin.text);
          assert.deepEqual(lin.body, {
            [code]: expectedCode(base, plain, caller),
            [text]: plain.body.msg ?? plain.body.message,
            request: `${method} ${url}`,
          });
        }
        async function ask(base: string) {
          const token = await tokenFor(path);
          const body = method.startsWith('P') ? { body: {} } : {};
          return app.request(method, `${base}${url}?`, {
            ...body,
            ...(token !== undefined && { token }),
          });
        }
      });
    }
  });
}
