import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { tiedApp } from '../../support/rows/ties.ts';

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

describe('a row that went along with another and is destroyed', () => {
  it('takes what refers to it along, so that the others can be restored', async () => {
    const answered = await purge('remark', answer);
    assert.equal(answered.status, 200, answered.text);
    assert.match(String(answered.body.message), /另有 1|1 more|1 条/);
    const restored = await restore('essay', essay);
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual(
      await Promise.all([first, answer, answerToIt, other].map((id) => isThere('remark', id))),
      [true, false, false, true],
    );
    assert.equal((await app.rows('quire_deletion')).length, 0);
  });

  it('leaves nothing behind once the rest is destroyed too', async () => {
    await purge('remark', first);
    assert.equal((await purge('essay', essay)).status, 200);
    for (const id of [first, answer, answerToIt, other])
      assert.equal((await purge('remark', id)).status, 404);
    assert.equal((await app.rows('quire_deletion')).length, 0);
  });

  it('takes those along that hold its id in a list', async () => {
    const source = await make('essay');
    const writer = await make('writer');
    await app.change('essay', source, { writer_id: writer });
    const holder = await make('essay', { writer_id: writer, sources: [source] });
    assert.equal((await app.remove('writer', writer)).status, 200);
    assert.equal((await purge('essay', source)).status, 200);
    assert.equal((await restore('writer', writer)).status, 200);
    assert.deepEqual([await isThere('essay', source), await isThere('essay', holder)], [false, false]);
  });
  it('stays where the row that took it along refers to it', async () => {
    const place = await make('essay');
    const root = await make('remark', { essay_id: place });
    const along = await make('remark', { essay_id: place, parent_id: root });
    await app.change('remark', root, { parent_id: along });
    assert.equal((await app.remove('remark', root)).status, 200);
    const refused = await purge('remark', along);
    assert.deepEqual([refused.status, refused.body.code], [403, 10070]);
    assert.equal((await restore('remark', root)).status, 200);
  });
});
