// No engine changes its result: requests are refused before records are written, in texts that the server holds.
// Takes long: every route refuses requests in each language of a reader.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';
import { pairs } from '../../support/pairs.ts';

// Every route that is described, asked badly: in English for a reader of English, in Chinese for one who names no language.

const contentDir = 'test/content/translated';
const [app, inEnglish] = [await freshApp({ contentDir }), await freshApp({ contentDir, language: 'en' })];
const callers = [await callersOf(app), await callersOf(inEnglish)] as const;

const { paths } = await app.nobody.read<OpenApi>('/openapi.json');
const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
);

const HAN = /\p{Script=Han}/u;
const ENGLISH = { 'accept-language': 'en' };

type Caller = 'nobody' | 'nonsense' | 'member' | 'root';

async function callersOf(server: FreshApp): Promise<Readonly<Record<Caller, string | undefined>>> {
  await server.root.make('/v1/article', { title: 'one' });
  return {
    nobody: undefined,
    nonsense: 'nonsense',
    member: (await server.person()).access,
    root: server.root.access,
  };
}

interface BadRequest {
  readonly by: Caller;
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const bad: Readonly<Record<string, BadRequest>> = {
  'without a token': { by: 'nobody' },
  'with a broken token': { by: 'nonsense' },
  'by a member without permissions': { by: 'member' },
  'with an invalid id': { by: 'root', id: 'x' },
  'with an unknown id': { by: 'root', id: '999999' },
  'with unknown parameters': {
    by: 'root',
    query: '?nonsense=1&page=0&count=x&filter[no]=1&sort=no&fields=no&q=&as_of=x&expand=no',
  },
  'with fields of the wrong type': {
    by: 'root',
    body: {
      title: 7,
      state: 'no',
      price: 'x',
      related: ['x'],
      name: 7,
      username: [],
      group_ids: 'x',
      nonsense: true,
    },
  },
  'with values that do not fit': {
    by: 'root',
    body: {
      title: 'x'.repeat(51),
      slug: 'No Slug',
      related: [99, 99],
      username: 'x',
      password: 'x',
      nickname: 'x',
    },
  },
  'with a list as its body': { by: 'root', body: [1] },
  'with broken JSON': { by: 'root', body: '{"a":' },
  'with another media type': { by: 'root', body: 'x', headers: { 'content-type': 'text/x-nonsense' } },
};

const asked = pairs({ how: Object.keys(bad), base: BASES, route: routes });

for (const [how, { by, id = '1', query = '', body = {}, headers = {} }] of Object.entries(bad)) {
  describe(`a request ${how}`, () => {
    for (const base of BASES)
      it(`is answered in the caller's language by routes of ${base}/`, async () => {
        for (const record of asked) {
          const [method, path] = record.route;
          if (record.how !== how || record.base !== base) continue;
          // A session that ends here would be missed by the others.
          if (by === 'root' && /logout|session/.test(path)) continue;
          const route = `${method} ${base}${path}`;
          const ask = (server: FreshApp, token: string | undefined, more: Record<string, string> = {}) =>
            server.request(method, base + path.replace(/\{\w+\}/g, id) + query, {
              headers: { ...headers, ...more },
              ...(token !== undefined && { token }),
              ...(method !== 'GET' && { body }),
            });
          const english = await ask(inEnglish, callers[1][by], ENGLISH);
          assert.doesNotMatch(english.text, HAN, route);
          const { status, text } = await ask(app, callers[0][by]);
          if (status < 400) continue;
          assert.match(text, HAN, route);
          assert.doesNotMatch((await ask(app, callers[0][by], ENGLISH)).text, HAN, route);
        }
      });
  });
}

describe('a super administrator who reads English reads no Chinese at', () => {
  for (const path of [
    '/',
    '/docs',
    '/openapi.json',
    '/cms/admin/authority',
    '/cms/admin/permission',
    '/cms/test/json',
    '/cms/test/info',
  ]) {
    it(path, async () => {
      const { status, text } = await app.root.get(path, { headers: ENGLISH });
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, HAN);
    });
  }
});

it('without Accept-Language the permissions are listed in the language of the server', async () => {
  const modules = Object.keys(await app.root.read('/cms/admin/permission'));
  assert.ok(modules.includes('文章') && modules.includes('日志'), String(modules));
});

it('a route that is logged by a message is logged in the language of each reader', async () => {
  const logged = async (headers = {}) =>
    (await app.root.get<{ items: { message: string }[] }>('/cms/log/search?keyword=test', { headers })).text;
  await app.root.read('/cms/test/json');
  assert.match(await logged(), /root 测试了 GET \/cms\/test\/json，状态 200/);
  assert.match(await logged(ENGLISH), /root tested GET \/cms\/test\/json, status 200/);
});
