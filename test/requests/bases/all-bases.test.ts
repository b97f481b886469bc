import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { routesOnAllBases } from '../../support/bases.ts';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { bulksOf } from '../../support/records/bulk.ts';
import { importsInto } from '../../support/records/imports.ts';
import { tusOf } from '../../support/records/resumable-uploads.ts';
import { uploadImage } from '../../support/records/uploads.ts';

// Every route that is described, read on every base: the same answer, in other words.

const app = await freshApp();
/** The id of a refusal; the first one, for of many not each is kept. */
const refusal = String((await app.root.delete('/cms/admin/group/1')).headers['x-request-id']);
await app.makeBook();

const routes = await routesOnAllBases(app.nobody);

const words: Readonly<Record<string, readonly [code: string, text: string]>> = {
  '/lin2': ['error_code', 'msg'],
  '/lin3': ['code', 'message'],
};
describe('a super administrator reads the same', () => {
  let bulk: number;
  before(async () => {
    await app.makeBook({ title: 'the second' });
    await importsInto(app, '/v1/book').run('', 'title\nthe third\n');
    const none = { action: 'delete', expected: 0 };
    bulk = (await bulksOf(app.root).run('/v1/book', 'filter[title][eq]=none', none)).id;
    await uploadImage(app);
    await tusOf(app, app.root.access).begun(1);
    const { headers } = await app.root.post('/v1/book', { title: 'taken back', author: 'nobody' });
    await app.root.make('/cms/undo', { request: headers['x-request-id'], expected: 1 });
    await app.root.make('/cms/webhook', { name: 'one', url: 'https://hooks.invalid/' });
    await app.root.make('/v1/change-set', { title: 'one' });
  });
  type Plain = Readonly<Record<string, unknown>> & { readonly items?: readonly object[] };
  const lists = /^\/v1\/(?!(?:changes|search)$)\w+(\/search)?$/;
  const inForm: Readonly<Record<string, (path: string, plain: Plain) => unknown>> = {
    '/lin2': (path, plain) => {
      if (path === '/cms/log/users' || lists.test(path)) return plain.items;
      if (path === '/cms/user/auths') return { ...plain, admin: 2, username: 'root', group_name: 'root' };
      if (path === '/cms/user/information') return { ...plain, ...stored, admin: 2, group_name: 'root' };
      if (path !== '/cms/admin/users') return plain;
      const items = plain.items?.map((item) => ({ ...item, admin: 1 }));
      return { ...plain, items, collection: items };
    },
    '/lin3': (path, plain) => {
      if (lists.test(path)) return plain.items;
      return path === '/cms/user/auths' ? { ...plain, username: 'root' } : plain;
    },
  };
  /** Routes with this in their path need a query. */
  const queries = [
    ['/search', '?q=second'],
    ['/v1/book/history', '?field=title'],
    ['/cms/user/access', '?record=book'],
    ['/explain', '?record=book'],
    ['/holders', '?record=book'],
    ['/difference', '?from={revision}'],
    ...(['/cms/comment/{id}', '/cms/assignment/{id}', '/to-me', '/by-me'] as const).map(
      (one) => [one, ''] as const,
    ),
    ['/cms/assignment', '?collection=book&record_id=1'],
    ['/cms/comment', '?collection=book&record_id=1'],
  ] as readonly (readonly [string, string])[];
  let stored: object;
  let revision: unknown;
  before(async () => {
    const past = await app.root.list<Revision>('/v1/book/1/history?count=100');
    revision = past.at(-1)?.id;
    await app.root.make('/cms/comment', { collection: 'book', record_id: 1, text: 'Good' });
    await app.root.make('/cms/assignment', { collection: 'book', record_id: 1, user_id: 1 });
    const { auths: _, email: __, ...record } = await app.root.read<Plain>('/cms/user/auths');
    stored = record;
  });
  /** A cursor is another one in each answer, and a disk fills meanwhile. */
  const fleeting = ['cursor', 'next', 'free_bytes', 'busy', 'waiting'];
  const withoutFleeting = (body: Plain): Plain =>
    JSON.parse(JSON.stringify(body, (name, value) => (fleeting.includes(name) ? '' : value)));
  /** Both answers while nothing changed between them: the server's own work may add a job, a notice or a log at any time. */
  const readTogether = async (plainUrl: string, url: string) => {
    const read = async (asked: string) => withoutFleeting(await app.root.read<Plain>(asked));
    let plain = await read(plainUrl);
    for (let tries = 0; ; tries++) {
      const based = await read(url);
      const again = await read(plainUrl);
      if (tries === 5 || isDeepStrictEqual(plain, again)) return [plain, based] as const;
      plain = again;
    }
  };
  for (const [method, path] of routes) {
    const isOfBytes = path === '/cms/mail/{delivery}' || path === '/cms/file/{id}/signed';
    const isOfPlugin = path === '/cms/plugin/{name}/part/{part}'; // there is none here
    if (method !== 'GET' || path.endsWith('/refresh') || isOfBytes || isOfPlugin) continue;
    it(`GET ${path}`, async () => {
      const kept = path.replace('/refusals/{id}', `/refusals/${refusal}`);
      const named = kept.replace('{name}', 'book').replace('/bulk/{id}', `/bulk/${bulk}`);
      const filled = named.replace(/\{\w+\}/g, '1');
      const [, query = ''] = queries.find(([part]) => path.includes(part)) ?? [];
      const url = filled + query.replace('{revision}', String(revision));
      for (const [base, formOf] of Object.entries(inForm)) {
        const [plain, based] = await readTogether(url, base + url);
        assert.deepEqual(based, formOf(path, plain), base);
      }
    });
  }
});

describe('writes', () => {
  it('answer code, message and request, and where the new record is', async () => {
    for (const [base, code, text, [createdCode, deletedCode, deletedStatus]] of [
      ['', 'error_code', 'msg', [15, 8, 200]],
      ['/lin2', 'error_code', 'msg', [0, 0, 201]],
      ['/lin3', 'code', 'message', [15, 8, 200]],
    ] as const) {
      const made = await app.root.post(`${base}/cms/admin/group`, { name: `made ${base}`, info: null });
      assert.deepEqual(
        [made.status, made.body],
        [
          201,
          {
            [code]: createdCode,
            [text]: `新建分组 made ${base} 成功`,
            request: 'POST /cms/admin/group',
            id: made.body.id,
          },
        ],
      );
      assert.equal(made.headers.location, `${base}/cms/admin/group/${made.body.id}`);
      const path = `/cms/admin/group/${made.body.id}`;
      const gone = await app.root.delete(base + path);
      assert.deepEqual(
        [gone.status, gone.body[code], gone.body.request],
        [deletedStatus, deletedCode, `DELETE ${path}`],
      );
    }
  });
});

describe('what is no route answers in the words of its base', () => {
  const unknown = {
    '/lin3/nope?x=1': ['code', 'GET /nope'],
    '/lin3/v1/nope': ['code', 'GET /v1/nope'],
    '/lin2/nope?x=1': ['error_code', 'GET /nope'],
    '/lin2/v1/nope': ['error_code', 'GET /v1/nope'],
    '/lin3x': ['error_code', 'GET /lin3x'],
    '/lin3x/v1': ['error_code', 'GET /lin3x/v1'],
    '/v1/nope': ['code', 'GET /v1/nope'],
    '/nope/lin3': ['error_code', 'GET /nope/lin3'],
  };
  for (const [url, [word = '', line]] of Object.entries(unknown)) {
    it(url, async () => {
      const { status, body } = await app.nobody.get(url);
      assert.deepEqual([status, body[word], body.request], [404, 10020, line]);
    });
  }
  for (const line of ['GET /openapi.json', 'GET /docs/', 'POST /cms/user/reauthentication', 'POST /mcp'])
    it(`${line}, which is served on / alone`, async () => {
      for (const [base, [code, text]] of Object.entries(words)) {
        const { status, body } = await app.root.ask(line.replace('/', `${base}/`), {});
        assert.deepEqual([status, body[code], body.request], [404, 10020, line]);
        assert.deepEqual(Object.keys(body), [code, text, 'request']);
      }
    });
  it('also for targets that are whole addresses, and for bases with a query alone', async () => {
    const whole = await app.nobody.get('http://127.0.0.1/lin3/v1/nope');
    assert.deepEqual([whole.status, whole.body.code, whole.body.request], [404, 10020, 'GET /v1/nope']);
    assert.equal((await app.nobody.get('/lin3?x=1')).status, 200);
  });
  it('also for wrong methods, broken bodies and broken paths', async () => {
    const token = app.root.access;
    const wrong = await app.as(token).patch('/lin3/v1/book');
    assert.deepEqual([wrong.status, wrong.body.code, wrong.headers.allow], [405, 10080, 'GET, HEAD, POST']);
    const broken = await app.nobody.post('/lin3/cms/user/login', '{');
    assert.deepEqual([broken.status, broken.body.code], [400, 10030]);
    const path = await app.nobody.get('/lin3/cms/%zz');
    assert.deepEqual([path.status, path.body.code], [400, 10030]);
    const large = await app.nobody.post('/lin3/cms/user/login', 'x'.repeat(1_100_000));
    assert.deepEqual([large.status, large.body.code], [413, 10180]);
  });
});
