// No engine changes its result: it opens embedded databases of its own.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { clientFor } from '../../server/entries/client.ts';
import { CannotStart, openServer } from '../../server/entries/embedding.ts';
import { openTestApp } from '../../server/entries/testing.ts';
import { temporaryFolder } from '../support/test-database.ts';

const CONTENT_DIR = 'test/content/translated';

describe('quire-cms/testing', async () => {
  const app = await openTestApp({ CONTENT_DIR, LANGUAGE: 'en' });
  after(() => app.close());
  const path = '/v1/article';

  it('sends requests as nobody, as a guest, as a person with permissions and as root', async () => {
    const guest = await app.person();
    const editor = await app.person('Edit articles', 'article.delete');
    const made = await app.as(guest).post<{ id: number }>(path, { title: 'Hello' });
    assert.equal(made.status, 201, made.text);
    const one = `${path}/${made.body.id}`;
    assert.equal((await app.as().get(one)).body.title, 'Hello');
    const change = { title: 'Hello again' };
    const tried = [app.as(), app.as(guest), app.as(editor), app.as(app.root)];
    const statuses = await Promise.all(tried.map(async (client) => (await client.patch(one, change)).status));
    assert.deepEqual(statuses, [401, 401, 200, 200]);
    assert.equal((await app.as(editor).delete(one)).status, 200);
    assert.equal((await app.as().get(one)).status, 404);
  });

  it('names the permissions that there are where one is unknown', async () => {
    await assert.rejects(
      app.person('Edit books'),
      /no permission 'Edit books'.*allowed: .*article\.edit or Edit articles/,
    );
  });

  it('sends other bodies and headers as they are given', async () => {
    assert.equal((await app.as(app.root).post(path, '{"title":"Raw"}')).status, 201);
    assert.equal((await app.as(app.root).post(path, Buffer.from('{'))).status, 400);
    const { headers: answered, bytes } = await app.as().get('/console', { headers: { accept: 'text/html' } });
    assert.match(String(answered['content-type']), /^text\/html/);
    assert.ok(bytes.length > 100);
  });
});

describe('quire-cms/server', () => {
  it('opens, listens and closes a server with settings of its own', async () => {
    const folder = temporaryFolder();
    const settings = {
      DATABASE_URL: `file:${join(folder, 'own.db')}`,
      CONTENT_DIR,
      PORT: 0,
      LOG_LEVEL: 'error',
    };
    const server = await openServer(settings);
    assert.match(server.generatedPassword ?? '', /^.{22}$/);
    const address = await server.listen();
    assert.equal((await fetch(`${address}/health/ready`)).status, 200);
    await server.close();
    await assert.rejects(fetch(`${address}/health/ready`));

    const again = await openServer(settings);
    assert.equal(again.generatedPassword, undefined);
    await again.close();
  });

  it('refuses a setting by its name', async () => {
    await assert.rejects(openServer({ PORT: 'many' }), (error) => {
      assert.ok(error instanceof CannotStart);
      assert.match(error.message, /^PORT: 'many' cannot be used; allowed: /);
      return true;
    });
  });
});

describe('quire-cms/client', () => {
  it('answers the typed client of a folder', async () => {
    assert.match(await clientFor(CONTENT_DIR), /export interface ArticleRecord/);
  });
});

for (const [given, problem] of [
  [{ PROT: 1 }, "PROT: not a setting; did you mean 'PORT'?"],
  [{ SCIM_GROUP: 'a', PORT: 0 }, "SCIM_GROUP: not a setting; did you mean 'SCIM_GROUPS'?"],
] as const)
  it(`refuses ${JSON.stringify(given)}`, async () => {
    await assert.rejects(openServer(given), (error) => {
      assert.ok(error instanceof CannotStart);
      assert.deepEqual(error.problems, [problem]);
      return true;
    });
  });
