import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeRecords } from '../../support/records/novels.ts';
import { tiedApp } from '../../support/records/ties.ts';

const app = await tiedApp();
const { make, read, remove, restore, history } = app;

const isGone = async (record: string, id: number) => (await read(record, id)).status === 404;
const refused = async (record: string, id: number, why: RegExp) => {
  const answer = await remove(record, id);
  assert.deepEqual([answer.status, answer.body.code], [403, 10070]);
  assert.match(String(answer.body.message), why);
  assert.equal(await isGone(record, id), false);
};

describe('a record that is referred to', () => {
  it('stays where its referrers forbid the deletion, to one or to many', async () => {
    const source = await make('essay');
    const essay = await make('essay', { sources: [source] });
    await refused('essay', source, RegExp(`1 record of Essay \\(field sources, such as ${essay}\\)`));
    await remove('essay', essay);
    assert.equal((await remove('essay', source)).status, 200);
    const topic = await make('topic');
    const reading = await make('reading', { about: [topic] });
    await refused('topic', topic, RegExp(`1 record of Reading \\(field about, such as ${reading}\\)`));
    await remove('reading', reading);
    assert.equal((await remove('topic', topic)).status, 200);
  });

  it('names the first of its referrers, the same on every engine', async () => {
    const [source, first, second] = [await make('essay'), await make('essay'), await make('essay')];
    for (const id of [second, first]) await app.root.done(`PATCH /v1/essay/${id}`, { sources: [source] });
    await refused('essay', source, RegExp(`2 records of Essay \\(field sources, such as ${first}\\)$`));
  });

  it('goes and leaves nothing behind where its referrers let go of it, with a revision of theirs', async () => {
    const [kept, topic] = [await make('topic'), await make('topic')];
    const essay = await make('essay', { first_topic_id: topic, topics: [topic, kept] });
    assert.equal((await remove('topic', topic)).status, 200);
    const { body } = await read('essay', essay);
    assert.deepEqual([body.first_topic_id, body.topics], [null, [kept]]);
    assert.deepEqual(await history('essay', essay), [
      'update first_topic_id,topics',
      'create title,first_topic_id,topics,sources',
    ]);
    await refusedAsTarget(topic);
  });

  it('takes its referrers along, and theirs, as one set that the trash brings back', async () => {
    const writer = await make('writer');
    const topic = await make('topic');
    const essay = await make('essay', { writer_id: writer, topics: [topic] });
    const remark = await make('remark', { essay_id: essay });
    const answer = await make('remark', { essay_id: essay, parent_id: remark });
    const reading = await make('reading', { essay_id: essay, about: [topic] });
    assert.equal((await remove('writer', writer)).status, 200);
    for (const [record, id] of [
      ['writer', writer],
      ['essay', essay],
      ['remark', remark],
      ['remark', answer],
      ['reading', reading],
    ] as const)
      assert.ok(await isGone(record, id), `${record} ${id}`);
    assert.equal((await app.rows('reading__about')).length, 0, 'what leaves no trace leaves no links');
    assert.equal((await restore('remark', remark)).status, 200);
    assert.deepEqual((await read('essay', essay)).body.topics, [topic]);
    for (const [record, id] of [
      ['writer', writer],
      ['essay', essay],
      ['remark', remark],
      ['remark', answer],
    ] as const) {
      assert.equal(await isGone(record, id), false, `${record} ${id}`);
      assert.deepEqual(
        (await history(record, id)).map((entry) => entry.split(' ')[0]),
        ['restore', 'delete', 'create'],
      );
    }
    assert.deepEqual(await app.rows('quire_deletion'), []);
    assert.equal((await remove('topic', topic)).status, 200);
    assert.deepEqual((await read('essay', essay)).body.topics, []);
  });

  it('may be referred to by what goes along with it, even where that would forbid it', async () => {
    const writer = await make('writer');
    const source = await make('essay', { writer_id: writer });
    await make('essay', { writer_id: writer, sources: [source] });
    assert.equal((await remove('writer', writer)).status, 200);
    assert.ok(await isGone('essay', source));
  });

  it('stays where something that would go along is held by others', async () => {
    const writer = await make('writer');
    const source = await make('essay', { writer_id: writer });
    const other = await make('essay', { sources: [source] });
    await refused('writer', writer, RegExp(`1 record of Essay \\(field sources, such as ${other}\\)`));
  });

  it('stays where the caller may not delete what would go along', async () => {
    const [ann, ben] = [await app.person(), await app.person()];
    const essay = await make('essay');
    const mine = await make('remark', { essay_id: essay }, { token: ann.access });
    const others = await make('remark', { essay_id: essay }, { token: ben.access });
    const answer = await remove('essay', essay, { token: ann.access });
    assert.deepEqual([answer.status, answer.body.code], [403, 10070]);
    assert.match(String(answer.body.message), /1 record of Remark that you may not delete/);
    assert.equal(await isGone('remark', mine), false);
    await remove('remark', others, { token: ben.access });
    assert.equal((await remove('essay', essay, { token: ann.access })).status, 200);
    assert.ok(await isGone('remark', mine));
  });

  it('stays where too much would go along', async () => {
    const essay = await make('essay');
    const remarks = Array.from({ length: 501 }, () => ({ essay_id: BigInt(essay) }));
    await makeRecords(app, 'remark', remarks);
    await refused('essay', essay, /more than 500 records of Remark/);
  });
});

async function refusedAsTarget(topic: number): Promise<void> {
  const answer = await app.root.post('/v1/essay', { topics: [topic] });
  assert.equal(answer.status, 400);
}
