import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

// An answer is remembered until what it was read from changes. Each of these ways to change a record must be seen by the next
// read of it, and a read of another record must stay right as well.

const app = await freshApp();
const { root } = app;

async function newBook(title: string): Promise<string> {
  const made = await root.done('POST /v1/book', { title, author: 'a', summary: 's', image: 'i' });
  return String(made.id);
}

const read = async (id: string) => {
  const answer = await root.get(`/v1/book/${id}`);
  return answer.status === 200 ? answer.body.title : answer.status;
};

describe('a remembered record is read anew once it was', () => {
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    patched: (id) => root.patch(`/v1/book/${id}`, { title: 'new' }),
    replaced: (id) => root.put(`/v1/book/${id}`, { title: 'new', author: 'a', summary: 's', image: 'i' }),
    deleted: (id) => root.delete(`/v1/book/${id}`),
    'changed in bulk': (id) =>
      root.done('POST /v1/book/bulk', {
        items: [{ action: 'update', id: Number(id), values: { title: 'new' } }],
      }),
    'changed behind the server': (id) => app.behind(`update book set title = 'new' where id = ?`, BigInt(id)),
  };
  for (const [way, change] of Object.entries(ways))
    it(way, async () => {
      const [id, other] = [await newBook('old'), await newBook('other')];
      assert.deepEqual([await read(id), await read(other)], ['old', 'other']);
      await change(id);
      assert.deepEqual([await read(id), await read(other)], [way === 'deleted' ? 404 : 'new', 'other']);
    });

  it('restored', async () => {
    const id = await newBook('back');
    assert.equal(await read(id), 'back');
    await root.delete(`/v1/book/${id}`);
    assert.equal(await read(id), 404);
    await root.done(`POST /v1/book/trash/${id}/restore`);
    assert.equal(await read(id), 'back');
  });
});
