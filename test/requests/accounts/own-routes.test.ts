import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const routesOf = async (by: Client) =>
  (await by.list<ItemOf<'GET /cms/user/routes'>>('/cms/user/routes')).map(
    ({ method, path }) => `${method} ${path}`,
  );

const app = await freshApp({ contentDir: 'test/content/described' });

describe('the routes of a caller', () => {
  it('are those whose rules admit them', async () => {
    const reader = await app.granted('log.search');
    const cases: readonly [string, Client, string, boolean][] = [
      ['nobody', app.nobody, 'POST /cms/user/login', true],
      ['nobody', app.nobody, 'GET /cms/user/information', false],
      ['nobody', app.nobody, 'GET /cms/admin/users', false],
      ['a reader of the log', reader, 'GET /cms/log/search', true],
      ['a reader of the log', reader, 'GET /cms/admin/users', false],
      ['root', app.root, 'GET /cms/admin/users', true],
      ['root', app.root, 'DELETE /cms/admin/user/{id}', true],
    ];
    for (const [who, person, wanted, isOpen] of cases)
      assert.equal((await routesOf(person)).includes(wanted), isOpen, `${who}: ${wanted}`);
  });

  it('leave out those of collections, which their definitions tell', async () => {
    assert.ok(!(await routesOf(app.root)).some((one) => one.includes('/v1/story')));
  });

  it('tell whether they are open with all records', async () => {
    const lister = await app.granted('file.list');
    for (const [who, person, records] of [
      ['a member', await app.person(), 'some'],
      ['who may see all files', lister, 'all'],
    ] as const) {
      const routes = await person.list<ItemOf<'GET /cms/user/routes'>>('/cms/user/routes');
      const files = routes.find(({ method, path }) => method === 'GET' && path === '/cms/file');
      assert.equal(files?.rows, records, who);
    }
  });

  it('are answered again without a body to callers who have them', async () => {
    const { headers } = await app.nobody.get('/cms/user/routes');
    const again = { headers: { 'if-none-match': String(headers.etag) } };
    assert.equal((await app.nobody.get('/cms/user/routes', again)).status, 304);
  });
});
