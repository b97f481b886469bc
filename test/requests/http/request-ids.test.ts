// No engine changes its result: headers name requests, and history keeps a name as it keeps any text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';

const open = await freshApp();
const behindProxy = await freshApp({ trustProxy: '10.0.0.0/8, fd00::1' });

const idOf = async (app: FreshApp, brought: string, address: string, url = '/') =>
  String(
    (await app.nobody.get(url, { headers: { 'x-request-id': brought }, address })).headers['x-request-id'],
  );

describe('a request', () => {
  it('is named in every answer, each by a name of its own', async () => {
    const names = new Set<unknown>();
    const urls = [
      '/',
      '/nothing',
      '/v1/book/1',
      '/v1/book/none',
      '/%E0%A4%A',
      '/lin3/cms/user/auths',
      '/openapi.json',
    ];
    for (const url of urls) names.add((await open.nobody.get(url)).headers['x-request-id']);
    assert.equal(names.size, urls.length);
    for (const name of names) assert.match(String(name), /^[0-9a-f]{8}-\d+$/);
  });

  it('is named in the history of what it changed', async () => {
    const { headers, body } = await open.root.post('/v1/book', { title: 'named' });
    const [revision] = await open.database.look(
      `select request_id from quire_revision where collection = 'book' and record_id = ?`,
      body.id,
    );
    assert.equal(revision?.request_id, headers['x-request-id']);
  });

  it('keeps the name that a trusted proxy gives it', async () => {
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'])
      assert.equal(await idOf(behindProxy, 'edge-7:af.1_2', address), 'edge-7:af.1_2', address);
  });

  it('is not named by anybody else', async () => {
    assert.notEqual(await idOf(open, 'mine', '127.0.0.1'), 'mine');
    for (const address of ['127.0.0.1', '11.0.0.1', 'fd00::2'])
      assert.notEqual(await idOf(behindProxy, 'mine', address), 'mine', address);
  });

  it('is not named by what could be taken for something else', async () => {
    for (const name of ['', 'a'.repeat(61), 'a b', 'a"b', 'é', '{}', 'a,b', 'a\tb'])
      assert.match(await idOf(behindProxy, name, '10.1.2.3'), /^[0-9a-f]{8}-\d+$/, JSON.stringify(name));
  });
});
