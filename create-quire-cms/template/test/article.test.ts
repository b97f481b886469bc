import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestApp } from 'quire-cms/testing';

const app = await openTestApp({ LANGUAGE: 'en' });
after(() => app.close());

const author = await app.person();
const other = await app.person();
const editor = await app.person('Delete articles');

describe('an article', () => {
  it('is written by members and read by everyone', async () => {
    assert.equal((await app.as().post('/api/v1/article', { title: 'Hello' })).status, 401);
    const { status, body } = await app.as(author).post('/api/v1/article', { title: 'Hello' });
    assert.equal(status, 201);
    assert.equal(body.slug, 'hello');
    assert.equal(body.state, 'draft');
    assert.deepEqual((await app.as().get(`/api/v1/article/${body.id}`)).body, body);
  });

  it('is changed by its author alone, and deleted by editors', async () => {
    const { body } = await app.as(author).post('/api/v1/article', { title: 'Mine' });
    const path = `/api/v1/article/${body.id}`;
    assert.equal((await app.as(author).patch(path, { state: 'published' })).status, 200);
    assert.equal((await app.as(other).patch(path, { title: 'Not mine' })).status, 404);
    assert.equal((await app.as(author).delete(path)).status, 403);
    assert.equal((await app.as(editor).delete(path)).status, 204);
  });
});
