import { Readable } from 'node:stream';
import type { Definition } from '../definitions/define-collection.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import { AppError } from '../errors.ts';
import { message } from '../messages/message.ts';
import {
  alreadySeeded,
  type BatchOutcome,
  chunksOf,
  markSeeded,
  type SourceRecord,
  type Writes,
} from '../records/index.ts';
import { keyOf, requireKey, writeBatch } from '../records/sent-records/batch.ts';
import { inOrderOfNames } from '../records/sent-records/record-order.ts';
import type { SeedFiles } from './seed-files.ts';

/** What became of the records of a fixture. */
export interface SeedOutcome {
  readonly created: number;
  readonly updated: number;
  /** Records that are as they should be, or that were made once and now belong to people. */
  readonly left: number;
}

/** Writes the records of a fixture. Throws, naming record and field, if one of them is refused. */
export async function seedFixture(
  writes: Writes,
  definition: Definition,
  fixture: Fixture,
  files: SeedFiles,
): Promise<SeedOutcome> {
  requireKey(definition, fixture.key);
  const sent = fixture.records.map((values, index): SourceRecord => ({ line: index + 1, size: 0, values }));
  const all = await Array.fromAsync(inOrderOfNames(definition, async () => Readable.from(sent)));
  const key = fixture.inStep ? fixture.key : undefined;
  let [created, updated] = [0, 0];
  for (const some of chunksOf(all)) {
    const toWrite = fixture.inStep ? some : await notYetSeeded(writes, definition, fixture, some);
    const records = await files.fill(writes, definition, toWrite);
    const outcome = await writeBatch(writes, { definition, key, seen: undefined }, records);
    if (outcome.refused.length > 0) throw refusalOf(outcome);
    if (definition.draftOf !== undefined) await publishAll(writes, definition, fixture, outcome);
    created += outcome.created.length;
    updated += outcome.updated.length;
  }
  return { created, updated, left: all.length - created - updated };
}

/** Publishes the records of a fixture, so that they can be read, but for those that stay drafts. */
async function publishAll(
  writes: Writes,
  drafts: Definition,
  { drafts: kept = [], key, records }: Fixture,
  { created, updated }: BatchOutcome,
): Promise<void> {
  for (const [line, id] of [...created, ...updated])
    if (!kept.includes(records[line - 1]?.[key])) await writes.publish(drafts, id);
}

function refusalOf({ refused }: BatchOutcome): AppError {
  const problems = refused.flatMap(([line, fields]) =>
    Object.entries(fields).map(([field, problem]) =>
      message('fieldProblem', { field: `record ${line}${field && `, ${field}`}`, problem }),
    ),
  );
  return new AppError('badParameters', { detail: message('problemList', { problems }) });
}

/** Records that were never made, by a seed or by people; marks all of them as made. */
async function notYetSeeded(
  writes: Writes,
  definition: Definition,
  { key }: Fixture,
  records: readonly SourceRecord[],
): Promise<SourceRecord[]> {
  const collection = definition.draftOf ?? definition.name;
  const keys = new Map(records.map((record) => [record, keyOf(definition, key, record)]));
  const known = [...keys.values()].filter((value) => value !== undefined);
  const made = await alreadySeeded(writes, collection, known);
  const present = new Set<unknown>();
  if (known.length > 0)
    for (const record of await writes.where(definition, (select) => select.where(key, 'in', known)))
      present.add(record[key]);
  const missing = known.filter((value) => !made.has(value));
  await markSeeded(writes, collection, missing);
  return records.filter((record) => {
    const value = keys.get(record);
    return value === undefined || !(made.has(value) || present.has(value));
  });
}
