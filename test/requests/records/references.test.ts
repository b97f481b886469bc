import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { tiedApp } from '../../support/records/ties.ts';

const app = await tiedApp();
const { make, read, change } = app;
let topics: number[] = [];
beforeEach(async () => {
  topics = [await make('topic'), await make('topic'), await make('topic')];
});

const topicsOf = async (essay: number) => (await read('essay', essay)).body.topics;
/** Which topics the link table finds the essay by. */
const found = async (essay: number) =>
  (await app.rows('essay__topics'))
    .filter(({ holder_id }) => Number(holder_id) === essay)
    .map(({ target_id }) => Number(target_id))
    .sort((a, b) => a - b);

describe('references to many', () => {
  it('are answered in the order in which they were sent, and found by what they hold', async () => {
    const [one, two, three] = topics;
    const essay = await make('essay', { topics: [three, one] });
    assert.deepEqual(await topicsOf(essay), [three, one]);
    assert.deepEqual(await found(essay), [one, three]);
    await change('essay', essay, { topics: [one, two, three] });
    assert.deepEqual(await topicsOf(essay), [one, two, three]);
    assert.deepEqual(await found(essay), [one, two, three]);
    await change('essay', essay, { title: 'x' });
    assert.deepEqual(await topicsOf(essay), [one, two, three]);
    await app.root.done(`PUT /v1/essay/${essay}`, { title: 'y' });
    assert.deepEqual([await topicsOf(essay), await found(essay)], [[], []]);
  });

  it('are in every list', async () => {
    const essay = await make('essay', { topics });
    const items = await app.root.list<{ id: number; topics: number[] }>('/v1/essay?sort=-id&count=1');
    assert.deepEqual([items[0]?.id, items[0]?.topics], [essay, topics]);
  });

  it('are refused where they are no list of ids, too many, twice the same, or not there', async () => {
    const [one = 0] = topics;
    const bad: unknown[] = ['1', { 0: 1 }, [0], [1.5], ['x'], [null], [one, one], [one, String(one)], null];
    for (const value of [...bad, [999_999], ['9223372036854775807'], [1, 2, 3, 4, 5, 6]]) {
      const answer = await app.root.post('/v1/essay', { topics: value });
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], JSON.stringify(value));
      assert.match(String(answer.body.message), /topics/);
    }
    const several = { topics: [one, 777_777, 888_888], writer_id: 999_999, sources: [666_666] };
    const { body } = await app.root.post('/v1/essay', several);
    assert.match(String(body.message), /writer_id refers to 999999, which does not exist/);
    assert.match(String(body.message), /topics refers to 777777, 888888, which does not exist/);
    assert.match(String(body.message), /sources refers to 666666, which does not exist/);
  });

  it('must be sent where they are required, and not be empty', async () => {
    for (const values of [{}, { about: [] }, { about: null }]) {
      const answer = await app.root.post('/v1/reading', values);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
    }
    assert.ok(await make('reading', { about: topics }));
  });

  it('leave before and after in the history, and come back with a revision', async () => {
    const [one, two] = topics;
    const essay = await make('essay', { topics: [one] });
    await change('essay', essay, { topics: [two, one] });
    await change('essay', essay, { topics: [] });
    type Entry = { id: number; changes: { topics?: { before: unknown; after: unknown } } };
    const items = await app.root.list<Entry>(`/v1/essay/${essay}/history`);
    assert.deepEqual(
      items.map(({ changes }) => changes.topics),
      [
        { before: [two, one], after: [] },
        { before: [one], after: [two, one] },
        { before: null, after: [one] },
      ],
    );
    await app.root.done(`POST /v1/essay/${essay}/history/${items[1]?.id}/restore`);
    assert.deepEqual(
      [await topicsOf(essay), await found(essay)],
      [
        [two, one],
        [one, two],
      ],
    );
  });

  it('are undone with the write that they were a part of', async () => {
    const before = await app.rows('essay__topics');
    await app.root.post('/v1/essay', { topics, sources: [999_999] });
    assert.deepEqual(await app.rows('essay__topics'), before);
  });
});
