import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Client, Plain } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { bulksOf } from '../../support/records/bulk.ts';
import { type UndoPreview, undoing } from '../../support/records/undoing.ts';

// Whatever one request did to its own records and to others is undone as a whole.

const app = await freshApp({ contentDir: 'test/content/linked' });
const { root } = app;
const { preview } = undoing(app);
const [editor, colleague] = [await app.person(), await app.person()];
const RECORDS = ['topic', 'piece', 'chapter', 'essay', 'memo', 'trace'];

let count = 0;
const fresh = () => `name ${++count}`;
const topic = (by: Client = editor) => by.make('/v1/topic', { name: fresh() });
const piece = (values: object = {}) => editor.make('/v1/piece', { title: fresh(), ...values });

type Everything = Readonly<Record<string, readonly Plain[]>>;

/** All records of all collections as they are stored, but for the times of their changes. */
async function everything(): Promise<Everything> {
  const all: Record<string, Plain[]> = {};
  for (const name of RECORDS) {
    const records = await root.list(`/v1/${name}?count=100`);
    all[name] = records.map(({ update_time: _, ...record }) => record);
  }
  all['essay draft'] = (await root.list('/v1/essay?count=100&version=draft')).map(
    ({ update_time: _, ...record }) => record,
  );
  return all;
}

interface Library {
  readonly topics: readonly number[];
  readonly pieces: readonly number[];
  readonly essays: readonly number[];
}

async function library(): Promise<Library> {
  const topics = [await topic(), await topic(), await topic()];
  const [one, two, three] = topics;
  const first = await piece({ main: one, topics: [one, two, three], on_top: true });
  const parts = [
    { heading: 'a', about: two },
    { heading: 'b', about: one },
  ];
  const second = await piece({ main: two, topics: [two], related: [first], parts });
  const third = await piece({ topics: [three, one], related: [first, second], parts });
  for (const one of [first, second])
    await editor.make('/v1/chapter', { name: fresh(), piece: one, topics: [topics[2], topics[0]] });
  const essay = await editor.make('/v1/essay', { title: fresh(), topics: [two, three] });
  await editor.done(`POST /v1/essay/${essay}/publish`);
  await editor.done(`PATCH /v1/essay/${essay}`, { topics: [three, two, one] });
  for (const about of topics) await colleague.make('/v1/memo', { words: 'mine', topic: about });
  return { topics, pieces: [first, second, third], essays: [essay] };
}

/** Undoes the request of an answer, as far as the preview says; answers the preview. */
async function undoRequest(by: Client, headers: Readonly<Record<string, unknown>>): Promise<UndoPreview> {
  const request = String(headers['x-request-id']);
  const told = await preview(by, { request });
  if (told.expected > 0) await by.done('POST /cms/undo', { request, expected: told.expected });
  return told;
}

/** The records without those that the preview said would stay. */
function without(all: Everything, { rows: records }: UndoPreview): Everything {
  const stay = new Set(
    records.filter(({ outcome }) => outcome === 'left').map(({ record, id }) => `${record} ${id}`),
  );
  return Object.fromEntries(
    Object.entries(all).map(([name, some]) => {
      const [record] = name.split(' ');
      return [name, some.filter(({ id }) => !stay.has(`${record} ${id}`))];
    }),
  );
}

type Request = (library: Library) => readonly [request: string, body?: unknown];
const at = (ids: readonly number[], index: number) => ids[index % ids.length];

const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  fc.nat(2).map(
    (index): Request =>
      ({ topics }) => [`DELETE /v1/topic/${at(topics, index)}`],
  ),
  fc.nat(2).map(
    (index): Request =>
      ({ pieces }) => [`DELETE /v1/piece/${at(pieces, index)}`],
  ),
  fc.nat(2).map(
    (index): Request =>
      ({ pieces }) => [`PATCH /v1/piece/${at(pieces, index)}`, { on_top: true, title: `${fresh()} traced` }],
  ),
  fc.subarray([0, 1, 2], { minLength: 1 }).map(
    (some): Request =>
      ({ topics }) => [
        'POST /v1/topic/bulk',
        { items: some.map((index) => ({ action: 'delete', id: at(topics, index) })) },
      ],
  ),
  fc.subarray([0, 1, 2], { minLength: 1 }).map(
    (some): Request =>
      ({ pieces }) => [
        'POST /v1/piece/bulk',
        { items: some.map((index) => ({ action: 'delete', id: at(pieces, index) })) },
      ],
  ),
  fc.constant<Request>(({ essays }) => [`POST /v1/essay/${essays[0]}/unpublish`]),
  fc.constant<Request>(({ essays }) => [`DELETE /v1/essay/${essays[0]}`]),
  fc.constant<Request>(() => ['POST /v1/topic', { name: fresh() }]),
);

it('any request, undone at once, leaves every record of every collection as it was', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const [asked, body] = request(await library());
      const before = await everything();
      const answer = await editor.ask(asked, body);
      assert.ok(answer.status < 300, `${asked}: ${answer.text}`);
      const told = await undoRequest(editor, answer.headers);
      assert.deepEqual(without(await everything(), told), without(before, told), asked);
      assert.equal(told.left, asked.endsWith('/unpublish') ? 1 : 0, asked); // the draft has gone on
      for (const name of ['memo', 'chapter', 'piece', 'essay', 'topic'])
        for (const { id } of await root.list(
          `/v1/${name}?count=100${name === 'essay' ? '&version=draft' : ''}`,
        ))
          await root.done(`DELETE /v1/${name}/${id}`);
    }),
    { numRuns: Number(process.env.RANDOM_UNDOS ?? 8) },
  );
});

describe('a deletion that is undone', () => {
  const ways: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
    'by its request': async (id) => {
      const { headers } = await editor.delete(`/v1/topic/${id}`);
      return undoRequest(editor, headers);
    },
    'from the trash': async (id) => {
      await editor.done(`DELETE /v1/topic/${id}`);
      return editor.done(`POST /v1/topic/trash/${id}/restore`);
    },
    'by filter': async (id) => {
      const bulks = bulksOf(editor);
      const done = await bulks.run('/v1/topic', `filter[id][eq]=${id}`, { action: 'delete', expected: 1 });
      const undone = await bulks.undo(done.id);
      assert.deepEqual([undone.state, undone.restored, undone.kept], ['undone', 1, 0]);
    },
  };
  for (const [way, deleteAndUndo] of Object.entries(ways))
    it(`${way}: records that referred do so again, at the same place, also those that its author does not see`, async () => {
      const { topics } = await library();
      const before = await everything();
      await deleteAndUndo(topics[1] ?? 0);
      assert.deepEqual(await everything(), before);
    });

  it('keeps what others did to the references meanwhile', async () => {
    const { topics, pieces } = await library();
    const [one, two, three] = topics;
    const [first, second] = pieces;
    await editor.done(`DELETE /v1/topic/${two}`);
    const later = await topic();
    await colleague.done(`PATCH /v1/piece/${first}`, { topics: [later, three, one] });
    await colleague.done(`PATCH /v1/piece/${second}`, {
      main: later,
      parts: [{ heading: 'c', about: later }],
    });
    await editor.done(`POST /v1/topic/trash/${two}/restore`);
    assert.deepEqual((await root.read(`/v1/piece/${first}`)).topics, [later, three, one, two]);
    const changed = await root.read(`/v1/piece/${second}`);
    assert.deepEqual([changed.main, changed.topics], [later, [two]]);
    assert.deepEqual(changed.parts, [{ heading: 'c', about: later }]);
  });

  it('of many records by filter takes back what went with them, in whatever order they refer to each other', async () => {
    const { pieces } = await library();
    const before = await everything();
    const bulks = bulksOf(editor);
    const query = `filter[id][in]=${pieces.join()}`;
    const done = await bulks.run('/v1/piece', query, { action: 'delete', expected: 3 });
    assert.equal(done.deleted, 3);
    const undone = await bulks.undo(done.id);
    assert.deepEqual([undone.state, undone.restored, undone.kept], ['undone', 3, 0]);
    assert.deepEqual(await everything(), before);
  });
});

it('a change by filter is undone with all that hooks did to other records', async () => {
  const { pieces } = await library();
  const before = await everything();
  const bulks = bulksOf(editor);
  const change = { action: 'update', set: { on_top: true, title: 'traced' }, expected: 1 };
  const done = await bulks.run('/v1/piece', `filter[id][eq]=${pieces[2]}`, change);
  assert.notDeepEqual(await everything(), before);
  const undone = await bulks.undo(done.id);
  assert.deepEqual([undone.state, undone.restored, undone.kept], ['undone', 1, 0]);
  assert.deepEqual(await everything(), before);
});
