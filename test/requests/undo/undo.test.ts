import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Revision } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/records/undoing.ts';

const locales = readLocales('en,de') ?? [];
const app = await freshApp({ language: 'en', contentDir: 'test/content/undone', locales });
const { root } = app;
const { undo, preview, within } = undoing(app);
const writer = await app.person();
const other = await app.person();

let count = 0;
const fresh = (word = 'row') => `${word} ${++count}`;
const leaf = (by: Client = other, values: object = {}) => by.make('/v1/leaf', { title: fresh(), ...values });
const branch = (by: Client, values: object = {}) => by.make('/v1/branch', { name: fresh(), ...values });
const recordOf = (path: string, query = '') => root.get(`${path}${query}`);
const statusOf = async (path: string) => (await root.get(path)).status;

describe('what somebody did', () => {
  it('is taken back: records that were made, changed and deleted', async () => {
    const [changed, deleted] = [await leaf(), await leaf()];
    const before = [(await recordOf(`/v1/leaf/${changed}`)).body.title, deleted];
    const scope = await within(writer, async () => {
      await leaf(writer);
      await writer.done(`PATCH /v1/leaf/${changed}`, { title: fresh(), veins: 3 });
      await writer.done(`DELETE /v1/leaf/${deleted}`);
    });
    const told = await preview(root, scope);
    assert.deepEqual([told.expected, told.removed, told.reverted, told.restored, told.left], [3, 1, 1, 1, 0]);
    assert.equal(await statusOf(`/v1/leaf/${deleted}`), 404);
    const id = await undo(root, scope);
    const after = (await recordOf(`/v1/leaf/${changed}`)).body;
    assert.deepEqual([after.title, after.veins], [before[0], 0]);
    assert.equal(await statusOf(`/v1/leaf/${deleted}`), 200);
    const kept = await root.read(`/cms/undo/${id}`);
    assert.deepEqual([kept.removed, kept.reverted, kept.restored, kept.left], [1, 1, 1, 0]);
  });

  it('is taken back itself', async () => {
    const changed = await leaf();
    const scope = await within(writer, () => writer.done(`PATCH /v1/leaf/${changed}`, { veins: 8 }));
    const id = await undo(root, scope);
    assert.equal((await recordOf(`/v1/leaf/${changed}`)).body.veins, 0);
    await undo(root, { undo: id });
    assert.equal((await recordOf(`/v1/leaf/${changed}`)).body.veins, 8);
  });

  it('keeps what others changed since, field by field', async () => {
    const both = await leaf();
    const made: number[] = [];
    const scope = await within(writer, async () => {
      await writer.done(`PATCH /v1/leaf/${both}`, { veins: 5, title: fresh() });
      made.push(await leaf(writer));
    });
    await other.done(`PATCH /v1/leaf/${both}`, { veins: 6 });
    await other.done(`PATCH /v1/leaf/${made[0]}`, { veins: 6 });
    const told = await preview(root, scope);
    assert.deepEqual([told.expected, told.reverted, told.left], [1, 1, 1]);
    const lines = new Map(told.rows.map((record) => [record.id, record]));
    assert.deepEqual(lines.get(both)?.fields, ['title']);
    assert.deepEqual(lines.get(both)?.left, ['veins']);
    assert.equal(lines.get(made[0] ?? 0)?.reason, 'changed since');
    await undo(root, scope);
    assert.equal((await recordOf(`/v1/leaf/${both}`)).body.veins, 6);
    assert.equal(await statusOf(`/v1/leaf/${made[0]}`), 200);
  });

  it('is one request, by the id that its answer carried', async () => {
    const id = await leaf();
    const answer = await writer.patch(`/v1/leaf/${id}`, { veins: 7 });
    await writer.done(`PATCH /v1/leaf/${id}`, { title: fresh() });
    await undo(writer, { request: String(answer.headers['x-request-id']) });
    assert.equal((await recordOf(`/v1/leaf/${id}`)).body.veins, 0);
  });
});

describe('records that hang together', () => {
  it('come back with the branch that they grew on', async () => {
    const trunk = await branch(other);
    const twig = await branch(other, { parent: trunk });
    const deep = await branch(other, { parent: twig });
    const scope = await within(writer, () => writer.done(`DELETE /v1/branch/${trunk}`));
    assert.equal((await preview(root, scope)).restored, 3);
    await undo(root, scope);
    for (const id of [trunk, twig, deep]) assert.equal(await statusOf(`/v1/branch/${id}`), 200);
  });

  it('are removed children first, and restored parents first', async () => {
    const old = await branch(other);
    const held = await leaf(other, { branch: old });
    const scope = await within(writer, async () => {
      const made = await branch(writer);
      const twig = await branch(writer, { parent: made });
      await leaf(writer, { branch: twig });
      await writer.done(`PATCH /v1/leaf/${held}`, { branch: made });
      await writer.done(`DELETE /v1/branch/${old}`);
    });
    const told = await preview(root, scope);
    assert.deepEqual([told.removed, told.reverted, told.restored, told.left], [3, 1, 1, 0]);
    await undo(root, scope);
    assert.equal((await recordOf(`/v1/leaf/${held}`)).body.branch, old);
  });

  for (const [what, deletions, sizes] of [
    ['together where they were deleted together', ['trunk'], [3]],
    ['apart where they were deleted apart', ['twig', 'trunk'], [1, 3]],
  ] as const)
    it(`go back to the trash ${what}`, async () => {
      const deep = await branch(other);
      const trunk = await branch(other);
      const twig = await branch(other, { parent: trunk });
      await other.done(`PATCH /v1/branch/${deep}`, { parent: twig });
      const ids = { trunk, twig };
      for (const one of deletions) await other.done(`DELETE /v1/branch/${ids[one]}`);
      const scope = await within(writer, async () => {
        for (const one of deletions.toReversed())
          await writer.done(`POST /v1/branch/trash/${ids[one]}/restore`);
      });
      assert.equal((await preview(root, scope)).removed, 3);
      await undo(root, scope);
      const back: number[] = [];
      for (const one of deletions.toReversed()) {
        await root.done(`POST /v1/branch/trash/${ids[one]}/restore`);
        const statuses = await Promise.all([trunk, twig, deep].map((id) => statusOf(`/v1/branch/${id}`)));
        back.push(statuses.filter((status) => status === 200).length);
      }
      assert.deepEqual(back, sizes);
    });

  it('keep what others hung on them', async () => {
    const made: number[] = [];
    const scope = await within(writer, async () => void made.push(await branch(writer)));
    const grown = await branch(other, { parent: made[0] });
    const told = await preview(root, scope);
    assert.deepEqual([told.expected, told.left], [0, 1]);
    assert.match(String(told.rows[0]?.reason), /records beyond this undo/);
    assert.deepEqual(await root.outcome('POST /cms/undo', { ...scope, expected: 0 }), [409, 10061]);
    assert.equal(await statusOf(`/v1/branch/${grown}`), 200);
  });

  it('give unique values back that they exchanged', async () => {
    const [one, two] = [fresh('one'), fresh('two')];
    const [first, second] = [await leaf(other, { title: one }), await leaf(other, { title: two })];
    const scope = await within(writer, async () => {
      await writer.done(`PATCH /v1/leaf/${first}`, { title: fresh('between') });
      await writer.done(`PATCH /v1/leaf/${second}`, { title: one });
      await writer.done(`PATCH /v1/leaf/${first}`, { title: two });
    });
    await undo(root, scope);
    const titles = [first, second].map(async (id) => (await recordOf(`/v1/leaf/${id}`)).body.title);
    assert.deepEqual(await Promise.all(titles), [one, two]);
    const items = await root.list<Revision>(`/v1/leaf/${second}/history`);
    assert.deepEqual(items[0]?.changes, { title: { before: one, after: two } });
  });

  it('exchange values without those whose value is taken for good', async () => {
    const names = [fresh('one'), fresh('two'), fresh('three')];
    const ids: number[] = [];
    for (const title of names) ids.push(await leaf(other, { title }));
    const [first, second, third] = ids.map((id) => `PATCH /v1/leaf/${id}`) as [string, string, string];
    const scope = await within(writer, async () => {
      await writer.done(first, { title: fresh('between') });
      await writer.done(second, { title: names[0] });
      await writer.done(first, { title: names[1] });
      await writer.done(third, { title: fresh('gone') });
    });
    await leaf(other, { title: names[2] });
    const told = await preview(root, scope);
    assert.deepEqual([told.reverted, told.left, told.rows[0]?.left], [2, 1, ['title']]);
    await undo(root, scope);
    const titles = ids.slice(0, 2).map(async (id) => (await recordOf(`/v1/leaf/${id}`)).body.title);
    assert.deepEqual(await Promise.all(titles), names.slice(0, 2));
  });

  it('give a unique value back that a new record had taken', async () => {
    const name = fresh('taken');
    const old = await leaf(other, { title: name });
    const scope = await within(writer, async () => {
      await writer.done(`DELETE /v1/leaf/${old}`);
      await leaf(writer, { title: name });
    });
    await undo(root, scope);
    assert.equal((await recordOf(`/v1/leaf/${old}`)).body.title, name);
  });
});

describe('values of every form', () => {
  it('come back: languages, nested values, lists of references', async () => {
    const [near, far] = [await leaf(), await leaf()];
    const spots = [{ name: 'first', size: 3 }];
    const id = await leaf(other, { color: { en: 'red', de: 'rot' }, spots, beside: [near, far] });
    const before = (await recordOf(`/v1/leaf/${id}`, '?locale=all')).body;
    const scope = await within(writer, async () => {
      await writer.done(`PATCH /v1/leaf/${id}`, { color: { de: 'blau' }, spots: [], beside: [far] });
      await writer.done(`DELETE /v1/leaf/${near}`);
    });
    await undo(root, scope);
    const { update_time: _, ...after } = (await recordOf(`/v1/leaf/${id}`, '?locale=all')).body;
    assert.deepEqual({ ...after, update_time: before.update_time }, before);
  });

  it('of a singleton come back', async () => {
    const scope = await within(writer, () => writer.done('PATCH /v1/motto', { words: 'other words' }));
    await undo(root, scope);
    assert.equal((await recordOf('/v1/motto')).body.words, 'first words');
  });

  it('of a collection without history stay, and the report says so', async () => {
    const scope = await within(writer, () => writer.make('/v1/stamp', { word: 'stays' }));
    const { expected, rows: records } = await preview(root, scope);
    assert.deepEqual(
      [expected, records.map(({ record, outcome }) => [record, outcome])],
      [0, [['stamp', 'left']]],
    );
    assert.deepEqual((await preview(root, { ...scope, records: ['leaf'] })).rows, []);
  });

  it('whose history keeps no values stay, and the report says so', async () => {
    const id = await leaf();
    const scope = await within(writer, () =>
      writer.done(`PATCH /v1/leaf/${id}`, { pin: 'hidden', veins: 2 }),
    );
    const { rows: records } = await preview(root, scope);
    assert.deepEqual(records[0]?.fields, ['veins']);
    assert.equal(records[0]?.reason, 'the history keeps no values of some fields');
    assert.ok(!JSON.stringify(records).includes('pin'));
  });
});

describe('drafts', () => {
  const seen = async (id: number) => (await app.nobody.get(`/v1/essay/${id}`)).body.title;
  const plansOf = async (id: number) => {
    const { publish_time, unpublish_time } = await root.read(`/v1/essay/${id}?version=draft`);
    return [publish_time, unpublish_time];
  };

  it('planned for a time is planned as before', async () => {
    const [one, two] = [
      await other.make('/v1/essay', { title: 'a' }),
      await other.make('/v1/essay', { title: 'b' }),
    ];
    const [soon, later] = [Date.now() + 1_000_000, Date.now() + 2_000_000];
    await other.done(`POST /v1/essay/${two}/publish`, { at: soon });
    const scope = await within(writer, async () => {
      await writer.done(`POST /v1/essay/${one}/publish`, { at: later });
      await writer.done(`POST /v1/essay/${one}/unpublish`, { at: later + 1 });
      await writer.done(`POST /v1/essay/${two}/publish`, { at: null });
    });
    const { rows } = await preview(root, scope);
    assert.deepEqual(
      rows.map(({ id, outcome, fields }) => [id, outcome, fields?.toSorted()]),
      [
        [two, 'reverted', ['publish_time']],
        [one, 'reverted', ['publish_time', 'unpublish_time']],
      ],
    );
    await undo(root, scope);
    assert.deepEqual(
      [await plansOf(one), await plansOf(two)],
      [
        [null, null],
        [soon, null],
      ],
    );
  });

  it('published before its time is planned again', async () => {
    const id = await other.make('/v1/essay', { title: 'planned' });
    const at = Date.now() + 1_000_000;
    await other.done(`POST /v1/essay/${id}/publish`, { at });
    await undo(root, await within(writer, () => writer.done(`POST /v1/essay/${id}/publish`)));
    assert.deepEqual([await seen(id), ...(await plansOf(id))], [undefined, at, null]);
  });

  it('are hidden again where they were published', async () => {
    const id = await other.make('/v1/essay', { title: 'a draft' });
    const scope = await within(writer, () => writer.done(`POST /v1/essay/${id}/publish`));
    const told = await preview(root, scope);
    assert.deepEqual([told.expected, told.unpublished], [1, 1]);
    await undo(root, scope);
    assert.equal(await seen(id), undefined);
    assert.equal((await root.read(`/v1/essay/${id}?version=draft`)).publication, 'draft');
  });

  it('are published again as they were', async () => {
    const id = await other.make('/v1/essay', { title: 'first' });
    await other.done(`POST /v1/essay/${id}/publish`);
    const scope = await within(writer, async () => {
      await writer.done(`PATCH /v1/essay/${id}`, { title: 'second' });
      await writer.done(`POST /v1/essay/${id}/publish`);
    });
    const told = await preview(root, scope);
    assert.deepEqual([told.reverted, told.published, told.left], [1, 1, 0]);
    await undo(root, scope);
    assert.equal(await seen(id), 'first');
    assert.equal((await root.read(`/v1/essay/${id}?version=draft`)).publication, 'published');
  });

  it('come back from the trash with what readers saw, and go with it', async () => {
    const id = await other.make('/v1/essay', { title: 'whole' });
    await other.done(`POST /v1/essay/${id}/publish`);
    const deleted = await within(writer, () => writer.done(`DELETE /v1/essay/${id}`));
    await undo(root, deleted);
    assert.equal(await seen(id), 'whole');
    const made: number[] = [];
    const scope = await within(writer, async () => {
      made.push(await writer.make('/v1/essay', { title: 'new' }));
      await writer.done(`POST /v1/essay/${made[0]}/publish`);
    });
    await undo(root, scope);
    assert.equal(await seen(made[0] ?? 0), undefined);
    assert.equal(await statusOf(`/v1/essay/${made[0]}?version=draft`), 404);
  });

  it('go back to the trash with what readers saw', async () => {
    const id = await other.make('/v1/essay', { title: 'whole' });
    await other.done(`POST /v1/essay/${id}/publish`);
    await other.done(`DELETE /v1/essay/${id}`);
    const scope = await within(writer, () => writer.done(`POST /v1/essay/trash/${id}/restore`));
    await undo(root, scope);
    assert.deepEqual([await seen(id), await statusOf(`/v1/essay/${id}?version=draft`)], [undefined, 404]);
    await root.done(`POST /v1/essay/trash/${id}/restore`);
    assert.equal(await seen(id), 'whole');
  });

  it('are left alone where readers saw something else than the draft holds now', async () => {
    const id = await other.make('/v1/essay', { title: 'seen' });
    await other.done(`POST /v1/essay/${id}/publish`);
    await other.done(`PATCH /v1/essay/${id}`, { title: 'not seen' });
    const scope = await within(writer, () => writer.done(`POST /v1/essay/${id}/publish`));
    const { expected, rows: records } = await preview(root, scope);
    assert.equal(expected, 0);
    assert.match(String(records[0]?.reason), /the draft differs from what readers saw/);
  });
});

it('an undo of what no history holds says so', async () => {
  const { headers } = await writer.post('/cms/comment', {
    collection: 'leaf',
    record_id: await leaf(),
    text: 'hm',
  });
  const scope = { request: String(headers['x-request-id']), expected: 0 };
  const refused = await writer.post('/cms/undo', scope);
  assert.equal(refused.status, 409);
  assert.match(String(refused.body.msg), /no history holds a change of it/);
});
