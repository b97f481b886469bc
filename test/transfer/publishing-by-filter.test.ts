import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { bulksOf } from '../support/records/bulk.ts';
import { until } from '../support/until.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const rooted = bulksOf(root);
const TOMORROW = Date.now() + 86_400_000;

let count = 0;
/** Drafts with a body that no others have; one without a title cannot be published. */
async function essays(...titles: readonly (string | undefined)[]): Promise<{ query: string; ids: number[] }> {
  const body = `body ${++count}`;
  const ids: number[] = [];
  for (const title of titles) ids.push(await root.make('/v1/essay', { body, ...(title && { title }) }));
  return { query: `filter[body][eq]=${body}`, ids };
}
const draft = (id?: number) =>
  root.read<{ publication: string; publish_time: number | null; unpublish_time: number | null }>(
    `/v1/essay/${id}?version=draft`,
  );
const states = async (ids: readonly number[]) =>
  (await Promise.all(ids.map(draft))).map(({ publication }) => publication);
const shown = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await nobody.get(`/v1/essay/${id}`)).body.title));
const plans = async (ids: readonly number[]) =>
  (await Promise.all(ids.map(draft))).map(({ publish_time }) => publish_time);

describe('publishing all drafts that a filter finds', () => {
  it('publishes these and no others; what is not complete is refused with its reason', async () => {
    const { query, ids } = await essays('One', 'Two', undefined);
    const other = await essays('Other');
    const tried = await rooted.run('/v1/essay', query, { action: 'publish', expected: 3, dry_run: true });
    assert.deepEqual([tried.updated, tried.refused], [2, 1]);
    assert.deepEqual(await states(ids), ['draft', 'draft', 'draft']);
    const done = await rooted.run('/v1/essay', query, { action: 'publish', expected: 3 });
    assert.deepEqual([done.action, done.updated, done.unchanged, done.refused], ['publish', 2, 0, 1]);
    assert.deepEqual(await shown([...ids, ...other.ids]), ['One', 'Two', undefined, undefined]);
    const [refused] = (await rooted.report(done.id)).filter(({ outcome }) => outcome === 'refused');
    assert.deepEqual([refused?.id, Object.keys(refused?.problems ?? {})], [ids[2], ['title']]);
    const again = await rooted.run('/v1/essay', query, { action: 'publish', expected: 3 });
    assert.deepEqual([again.updated, again.unchanged, again.refused], [0, 2, 1]);
    const log = await root.list<LogLine>('/cms/log?count=4');
    assert.deepEqual(
      log.map(({ message }) => message),
      [
        `root: finished bulk change ${again.id} of Essay: 0 done, 2 unchanged, 1 refused`,
        `root: began to publish 3 records of Essay, bulk change (id ${again.id})`,
        `root: finished bulk change ${done.id} of Essay: 2 done, 0 unchanged, 1 refused`,
        `root: began to publish 3 records of Essay, bulk change (id ${done.id})`,
      ],
    );
  });

  it('is undone: readers see what they saw before', async () => {
    const { query, ids } = await essays('First', 'New');
    await root.done(`POST /v1/essay/${ids[0]}/publish`);
    await root.done(`PATCH /v1/essay/${ids[0]}`, { title: 'Second' });
    const { id } = await rooted.run('/v1/essay', query, { action: 'publish', expected: 2 });
    assert.deepEqual(await shown(ids), ['Second', 'New']);
    await root.done(`PATCH /v1/essay/${ids[0]}`, { title: 'First' });
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.state, undone.restored, undone.kept], ['undone', 2, 0]);
    assert.deepEqual(await shown(ids), ['First', undefined]);
    assert.deepEqual(await states(ids), ['published', 'draft']);
    assert.equal((await root.post(`/cms/bulk/${id}/undo`)).status, 409);
  });

  it('is not undone where somebody published since', async () => {
    const { query, ids } = await essays('Mine', 'Theirs');
    const { id } = await rooted.run('/v1/essay', query, { action: 'publish', expected: 2 });
    await root.done(`PATCH /v1/essay/${ids[1]}`, { title: 'Later' });
    await root.done(`POST /v1/essay/${ids[1]}/publish`);
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.restored, undone.kept], [1, 1]);
    assert.deepEqual(await shown(ids), [undefined, 'Later']);
    const kept = (await rooted.report(id)).filter(({ outcome }) => outcome === 'kept');
    assert.deepEqual(
      kept.map((line) => line.id),
      [ids[1]],
    );
  });
});

describe('unpublishing all that a filter finds', () => {
  it('leaves the drafts, and is undone', async () => {
    const { query, ids } = await essays('Here', 'There');
    await rooted.run('/v1/essay', query, { action: 'publish', expected: 2 });
    const { id, updated } = await rooted.run('/v1/essay', query, { action: 'unpublish', expected: 2 });
    assert.equal(updated, 2);
    assert.deepEqual(await shown(ids), [undefined, undefined]);
    assert.deepEqual(await states(ids), ['draft', 'draft']);
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.restored, undone.kept], [2, 0]);
    assert.deepEqual(await shown(ids), ['Here', 'There']);
  });
});

describe('planning all that a filter finds', () => {
  it('plans one time for all, which is taken back, and undone to the former plans', async () => {
    const { query, ids } = await essays('Soon', 'Later');
    await root.done(`POST /v1/essay/${ids[0]}/publish`, { at: TOMORROW });
    const plan = { action: 'publish', at: TOMORROW + 1, expected: 2 };
    const { id, updated } = await rooted.run('/v1/essay', query, plan);
    assert.equal(updated, 2);
    assert.deepEqual(await plans(ids), [TOMORROW + 1, TOMORROW + 1]);
    assert.deepEqual(await states(ids), ['draft', 'draft']);
    const [begun] = (await root.list<LogLine>('/cms/log?count=2')).slice(1);
    assert.equal(begun?.message, `root: began to schedule 2 records of Essay, bulk change (id ${id})`);
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.restored, undone.kept], [2, 0]);
    assert.deepEqual(await plans(ids), [TOMORROW, null]);
    const back = await rooted.run('/v1/essay', query, { action: 'publish', at: null, expected: 2 });
    assert.deepEqual([back.updated, back.unchanged], [1, 1]);
    assert.deepEqual(await plans(ids), [null, null]);
  });

  it('is not undone to a time that has passed, at which nothing would happen', async () => {
    const { query, ids } = await essays('Missed', 'Unplanned');
    const soon = Date.now() + 2000;
    await root.done(`POST /v1/essay/${ids[0]}/publish`, { at: soon });
    const plan = { action: 'publish', at: TOMORROW, expected: 2 };
    const { id, updated } = await rooted.run('/v1/essay', query, plan);
    assert.equal(updated, 2);
    await until(() => Date.now() > soon, 100);
    const undone = await rooted.undo(id);
    assert.deepEqual([undone.restored, undone.kept], [1, 1]);
    assert.deepEqual(await plans(ids), [TOMORROW, null]);
    const kept = (await rooted.report(id)).filter(({ outcome }) => outcome === 'kept');
    assert.deepEqual(
      kept.map((line) => [line.id, line.reason]),
      [[ids[0], 'the former time has passed']],
    );
  });

  it('plans the end as well', async () => {
    const { query, ids } = await essays('Ends');
    await rooted.run('/v1/essay', query, { action: 'publish', expected: 1 });
    await rooted.run('/v1/essay', query, { action: 'unpublish', at: TOMORROW, expected: 1 });
    assert.equal((await draft(ids[0])).unpublish_time, TOMORROW);
    assert.deepEqual(await shown(ids), ['Ends']);
  });
});

describe('deciding on drafts by filter', () => {
  it('is refused at once where it makes no sense', async () => {
    const { query } = await essays('Sound');
    const bad: readonly [path: string, body: object, field: string][] = [
      ['/v1/essay', { action: 'publish', set: { note: 'x' } }, 'set'],
      ['/v1/essay', { action: 'publish', at: 1 }, 'at'],
      ['/v1/essay', { action: 'publish', at: 'soon' }, 'at'],
      ['/v1/essay', { action: 'update', set: { note: 'x' }, at: TOMORROW }, 'at'],
      ['/v1/essay', { action: 'delete', at: null }, 'at'],
      ['/v1/essay', { action: 'discard' }, 'action'],
      ['/v1/topic', { action: 'publish' }, 'action'],
      ['/v1/topic', { action: 'delete', at: TOMORROW }, 'at'],
    ];
    for (const [path, body, field] of bad) {
      const asked = path === '/v1/essay' ? query : '';
      const answer = await rooted.begin(path, asked, { ...body, expected: 1 });
      assert.equal(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`);
      assert.deepEqual(Object.keys((answer.body as { fields?: object }).fields ?? {}), [field]);
    }
    const other = await rooted.begin('/v1/essay', query, { action: 'publish', expected: 2 });
    assert.deepEqual([other.status, other.headers['x-total-count']], [409, '1']);
  });

  it('is for those who may publish, over the drafts that they see', async () => {
    const { query, ids } = await essays('Of root');
    const editor = await app.granted('essay.edit', 'essay.drafts');
    const blind = await app.granted('essay.publish');
    const publisher = await app.granted('essay.publish', 'essay.drafts');
    for (const [who, status] of [
      [nobody, 401],
      [editor, 401],
    ] as const)
      assert.equal(
        (await bulksOf(who).begin('/v1/essay', query, { action: 'publish', expected: 1 })).status,
        status,
      );
    const unseen = await bulksOf(blind).begin('/v1/essay', query, { action: 'publish', expected: 1 });
    assert.deepEqual([unseen.status, unseen.headers['x-total-count']], [409, '0']);
    assert.deepEqual(await states(ids), ['draft']);
    const { id, updated } = await bulksOf(publisher).run('/v1/essay', query, {
      action: 'publish',
      expected: 1,
    });
    assert.equal(updated, 1);
    assert.equal((await editor.post(`/cms/bulk/${id}/undo`)).status, 404);
    const undone = await bulksOf(publisher).undo(id);
    assert.equal(undone.restored, 1);
    assert.deepEqual(await states(ids), ['draft']);
  });
});
