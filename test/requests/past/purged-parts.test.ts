import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { tiedApp } from '../../support/records/ties.ts';

const app = await tiedApp();
const { make, restore } = app;
const purge = (record: string, id: number) =>
  app.request('DELETE', `/v1/${record}/trash/${id}`, { token: app.root.access });
const isThere = async (record: string, id: number) => (await app.read(record, id)).status === 200;

let essay = 0;
let first = 0;
let answer = 0;
let answerToIt = 0;
let other = 0;

/** An essay in the trash, with a remark, answers to it and another remark. */
beforeEach(async () => {
  essay = await make('essay');
  first = await make('remark', { essay_id: essay });
  answer = await make('remark', { essay_id: essay, parent_id: first });
  answerToIt = await make('remark', { essay_id: essay, parent_id: answer });
  other = await make('remark', { essay_id: essay });
  assert.equal((await app.remove('essay', essay)).status, 200);
});

describe('a record that went along with another', () => {
  for (const [which, record] of [
    ['the first', () => first],
    ['one in the middle', () => answer],
    ['the last', () => answerToIt],
  ] as const)
    it(`is destroyed with the whole deletion: ${which}`, async () => {
      const answered = await purge('remark', record());
      assert.equal(answered.status, 200, answered.text);
      assert.match(String(answered.body.message), /with 4 more/);
      assert.equal((await purge('essay', essay)).status, 404);
      assert.equal((await restore('essay', essay)).status, 404);
      for (const id of [first, answer, answerToIt, other])
        assert.equal((await purge('remark', id)).status, 404);
      assert.equal((await app.rows('quire_deletion')).length, 0);
    });

  it('is restored with the whole deletion', async () => {
    assert.equal((await restore('remark', answer)).status, 200);
    assert.ok(await isThere('essay', essay));
    for (const id of [first, answer, answerToIt, other]) assert.ok(await isThere('remark', id));
  });

  it('leaves alone what was deleted by another request', async () => {
    const separate = await make('essay');
    const own = await make('remark', { essay_id: separate });
    assert.equal((await app.remove('remark', own)).status, 200);
    assert.equal((await app.remove('essay', separate)).status, 200);
    assert.equal((await purge('remark', own)).status, 200);
    assert.equal((await restore('essay', separate)).status, 200);
  });

  it('goes with the record that took it along and refers to it', async () => {
    const place = await make('essay');
    const root = await make('remark', { essay_id: place });
    const along = await make('remark', { essay_id: place, parent_id: root });
    await app.change('remark', root, { parent_id: along });
    assert.equal((await app.remove('remark', root)).status, 200);
    assert.equal((await purge('remark', along)).status, 200);
    assert.equal((await restore('remark', root)).status, 404);
  });
});
