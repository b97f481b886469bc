import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

// What restoring a record from the trash answers, on each base.

const app = await freshApp();
const deleted = async (title: string) => {
  const id = await app.makeBook({ title });
  await app.root.done(`DELETE /v1/book/${id}`);
  return id;
};

describe('a restored record', () => {
  it('is the answer on /api, with the ETag of a read', async () => {
    const id = await deleted('Back');
    const answer = await app.root.post(`/api/v1/book/trash/${id}/restore`);
    const read = await app.root.get(`/api/v1/book/${id}`);
    assert.deepEqual([answer.status, answer.text], [200, read.text]);
    assert.equal(answer.headers.etag, read.headers.etag);
  });

  it('is left out where the client prefers it', async () => {
    const id = await deleted('Quiet');
    const headers = { prefer: 'return=minimal' };
    const { status, text } = await app.root.post(`/api/v1/book/trash/${id}/restore`, {}, { headers });
    assert.deepEqual([status, text], [204, '']);
  });

  for (const base of ['', '/lin3', '/lin2'])
    it(`is a report on '${base}', as before`, async () => {
      const id = await deleted(`Report ${base}`);
      const { body } = await app.root.post(`${base}/v1/book/trash/${id}/restore`);
      assert.equal(body.request, `POST /v1/book/trash/${id}/restore`);
      assert.equal('title' in body, false);
    });

  it('is refused to strangers, and stays in the trash', async () => {
    const id = await deleted('Unseen');
    const { status } = await app.nobody.post(`/api/v1/book/trash/${id}/restore`);
    assert.equal(status, 401);
    assert.equal((await app.root.get(`/api/v1/book/${id}`)).status, 404);
  });
});
