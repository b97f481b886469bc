import { Readable } from 'node:stream';
import type { Definition } from '../definitions/define-collection.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import { AppError } from '../errors.ts';
import { message } from '../messages/message.ts';
import { chunksOf } from '../records/rows/chunks.ts';
import { keyOf, requireKey, writeBatch } from '../records/sent-rows/batch.ts';
import type { BatchOutcome } from '../records/sent-rows/batch-outcome.ts';
import { inOrderOfNames } from '../records/sent-rows/row-order.ts';
import type { SourceRow } from '../records/sent-rows/source-row.ts';
import { alreadySeeded, markSeeded } from '../records/write/seeded.ts';
import type { Writes } from '../records/write/writes.ts';

/** What became of the rows of a fixture. */
export interface SeedOutcome {
  readonly created: number;
  readonly updated: number;
  /** Rows that are as they should be, or that were made once and now belong to people. */
  readonly left: number;
}

/** Writes the rows of a fixture. Throws, naming row and field, if one of them is refused. */
export async function seedFixture(
  writes: Writes,
  definition: Definition,
  fixture: Fixture,
): Promise<SeedOutcome> {
  requireKey(definition, fixture.key);
  const sent = fixture.rows.map((values, index): SourceRow => ({ line: index + 1, size: 0, values }));
  const all = await Array.fromAsync(inOrderOfNames(definition, async () => Readable.from(sent)));
  const key = fixture.inStep ? fixture.key : undefined;
  let [created, updated] = [0, 0];
  for (const some of chunksOf(all)) {
    const rows = fixture.inStep ? some : await notYetSeeded(writes, definition, fixture, some);
    const outcome = await writeBatch(writes, { definition, key, seen: undefined }, rows);
    if (outcome.refused.length > 0) throw refusalOf(outcome);
    if (definition.draftOf !== undefined) await publishAll(writes, definition, outcome);
    created += outcome.created.length;
    updated += outcome.updated.length;
  }
  return { created, updated, left: all.length - created - updated };
}

/** Publishes the rows of a fixture, so that they can be read. */
async function publishAll(
  writes: Writes,
  drafts: Definition,
  { created, updated }: BatchOutcome,
): Promise<void> {
  for (const [, id] of [...created, ...updated]) await writes.publish(drafts, id);
}

function refusalOf({ refused }: BatchOutcome): AppError {
  const problems = refused.flatMap(([line, fields]) =>
    Object.entries(fields).map(([field, problem]) =>
      message('fieldProblem', { field: `row ${line}${field && `, ${field}`}`, problem }),
    ),
  );
  return new AppError('badParameters', { detail: message('problemList', { problems }) });
}

/** Rows that were never made, by a seed or by people; marks all of them as made. */
async function notYetSeeded(
  writes: Writes,
  definition: Definition,
  { key }: Fixture,
  rows: readonly SourceRow[],
): Promise<SourceRow[]> {
  const collection = definition.draftOf ?? definition.name;
  const keys = new Map(rows.map((row) => [row, keyOf(definition, key, row)]));
  const known = [...keys.values()].filter((value) => value !== undefined);
  const made = await alreadySeeded(writes, collection, known);
  const present = new Set<unknown>();
  if (known.length > 0)
    for (const row of await writes.where(definition, (select) => select.where(key, 'in', known)))
      present.add(row[key]);
  const missing = known.filter((value) => !made.has(value));
  await markSeeded(writes, collection, missing);
  return rows.filter((row) => {
    const value = keys.get(row);
    return value === undefined || !(made.has(value) || present.has(value));
  });
}
