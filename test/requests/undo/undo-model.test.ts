import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/records/undoing.ts';

// Random work of two people on the same records; what one of them did is taken back, and compared with the others' work alone.

const app = await freshApp({ contentDir: 'test/content/undone' });
const { preview, undo, within } = undoing(app);
const [wrong, right] = [await app.person(), await app.person()];
const FIELDS = ['veins', 'color'] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, unknown>;

interface Held {
  isThere: boolean;
  values: Values;
}
/** A record as it is, and as it would be had only the other person written. */
interface Modelled {
  readonly actual: Held;
  readonly wanted: Held;
  /** Whether the record is there by the one whose work is taken back, and the other has changed it since. */
  isKept: boolean;
  isMade: boolean;
  isBack: boolean;
}

const step = fc.record({
  isWrong: fc.boolean(),
  kind: fc.constantFrom('create', 'update', 'update', 'update', 'delete', 'restore'),
  row: fc.nat(),
  veins: fc.option(fc.constantFrom(1, 2, 3)),
  color: fc.option(fc.constantFrom('red', 'blue', 'white')),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const initial = (): Held => ({ isThere: true, values: { veins: 0, color: 'green' } });
let count = 0;
const make = (by: Client) => by.make('/v1/leaf', { title: `leaf ${++count}` });

async function take(records: Map<number, Modelled>, done: Step): Promise<void> {
  const by = done.isWrong ? wrong : right;
  if (done.kind === 'create') {
    const wanted = { ...initial(), isThere: !done.isWrong };
    records.set(await make(by), {
      actual: initial(),
      wanted,
      isMade: done.isWrong,
      isBack: false,
      isKept: false,
    });
    return;
  }
  const ids = [...records.keys()];
  const id = ids[done.row % ids.length] as number;
  const record = records.get(id) as Modelled;
  if (done.kind === 'restore' ? record.actual.isThere : !record.actual.isThere) return;
  if (done.kind === 'update') return change(record, done, await changed(by, id, done));
  await by.done(done.kind === 'delete' ? `DELETE /v1/leaf/${id}` : `POST /v1/leaf/trash/${id}/restore`);
  record.actual.isThere = done.kind === 'restore';
  if (!done.isWrong) {
    record.wanted.isThere = record.actual.isThere;
    if (record.isMade) record.isKept = true;
  }
  record.isBack = done.kind === 'restore' && done.isWrong && !record.wanted.isThere;
}

async function changed(by: Client, id: number, { veins, color }: Step): Promise<Partial<Values>> {
  const values = { ...(veins !== null && { veins }), ...(color !== null && { color }) };
  if (Object.keys(values).length > 0) await by.done(`PATCH /v1/leaf/${id}`, values);
  return values;
}

/** A value that is sent again changes nothing. */
function change(record: Modelled, { isWrong }: Step, values: Partial<Values>): void {
  for (const field of FIELDS) {
    if (values[field] === undefined) continue;
    if (!isWrong && record.actual.values[field] !== values[field])
      record.wanted.values[field] = values[field];
    record.actual.values[field] = values[field];
  }
  // A save is a change, even of nothing.
  if (isWrong || Object.keys(values).length === 0) return;
  if (record.isMade) record.isKept = true;
  if (record.isBack) record.wanted.isThere = true;
  record.isBack = false;
}

async function stateOf(ids: Iterable<number>): Promise<Map<number, Held>> {
  const states = new Map<number, Held>();
  for (const id of ids) {
    const { status, body } = await app.root.get(`/v1/leaf/${id}`);
    const values = { veins: body.veins, color: body.color };
    states.set(id, status === 200 ? { isThere: true, values } : { isThere: false, values: initial().values });
  }
  return states;
}

function wantedOf({ actual, wanted, isKept, isMade }: Modelled): Held {
  const end = isMade && isKept ? actual : wanted;
  return end.isThere ? end : { isThere: false, values: initial().values };
}

it('what remains is what the other person did', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const records = new Map<number, Modelled>();
      for (let made = 0; made < 3; made += 1)
        records.set(await make(right), {
          ...{ actual: initial(), wanted: initial() },
          ...{ isMade: false, isBack: false, isKept: false },
        });
      const scope = await within(wrong, async () => {
        for (const one of steps) await take(records, one);
      });
      const before = await stateOf(records.keys());
      const { expected } = await preview(app.root, scope);
      if (expected === 0) return;
      const id = await undo(app.root, scope);
      const after = await stateOf(records.keys());
      for (const [record, modelled] of records)
        assert.deepEqual(after.get(record), wantedOf(modelled), `record ${record}`);
      await undo(app.root, { undo: id });
      assert.deepEqual(await stateOf(records.keys()), before, 'the undo is taken back');
    }),
    { numRuns: Number(process.env.RANDOM_UNDOS ?? 15) },
  );
});
