import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { writeStatements } from '../../support/records/statements.ts';
import { undoing } from '../../support/records/undoing.ts';

const app = await freshApp({ contentDir: 'test/content/linked' });
const { root } = app;
const { preview, undo } = undoing(app);

let count = 0;

/** A request that deletes this many topics. */
async function deletion(records: number): Promise<{ request: string; ids: number[]; names: string[] }> {
  const names = Array.from({ length: records }, () => `topic ${++count}`);
  const made = await root.done<{ items: { id: number }[] }>('POST /v1/topic/bulk', {
    items: names.map((name) => ({ action: 'create', values: { name } })),
  });
  const ids = made.items.map(({ id }) => id);
  const { status, headers } = await root.post('/v1/topic/bulk', {
    items: ids.map((id) => ({ action: 'delete', id })),
  });
  assert.equal(status, 200);
  return { request: String(headers['x-request-id']), ids, names };
}

it('many records come back by few statements each', async () => {
  const few = await deletion(10);
  const many = await deletion(60);
  await preview(root, { request: few.request });
  const some = await writeStatements(app, () => preview(root, { request: few.request }));
  const more = await writeStatements(app, () => preview(root, { request: many.request }));
  const perRecord = (more.length - some.length) / 50;
  assert.ok(perRecord <= 5, `${perRecord} statements a record`);
});

it('records that cannot come back leave the others to', async () => {
  for (const records of [3, 7, 150]) {
    const { request, ids, names } = await deletion(records);
    const stuck = [0, records >> 1].map((index) => ids[index]);
    for (const name of new Set([names[0], names[records >> 1]])) await root.make('/v1/topic', { name });
    const { rows: lines } = await preview(root, { request });
    for (const { id, outcome } of lines) assert.equal(outcome, stuck.includes(id) ? 'left' : 'restored');
    assert.equal(lines.length, records);
    await undo(root, { request });
    const there = await Promise.all(ids.map(async (id) => (await root.get(`/v1/topic/${id}`)).status));
    assert.deepEqual(
      there,
      ids.map((id) => (stuck.includes(id) ? 404 : 200)),
    );
  }
});
