import { type Door, done } from '../../access/index.ts';
import {
  type BatchOptions,
  type BatchOutcome,
  ownNamesOf,
  requestOfImport,
  Seen,
  type SourceRecord,
  TAKEN,
  type Writes,
  writeBatch,
} from '../../records/index.ts';
import { inOrderOfNames, type OpenRecords } from '../../records/sent-records/record-order.ts';
import { changeBatch, readChange } from './by-filter/change-batch.ts';
import { type ImportRun, requireHeld, writeHeld } from './held-import.ts';
import { doneText, type ImportRecord, importBatch, importCollection } from './import.collection.ts';
import { requireWorth } from './import-bounds.ts';
import { writeOutcome } from './outcome.ts';

/** A batch, which is one transaction, ends after this many records or characters. */
const RECORDS = 500;
const CHARACTERS = 1_000_000;
/** Reasons are stored for this many refused records of an import, and what was removed of as many; the rest are only counted. */
const MOST_REASONS = 1000;

type WriteRecords = (writes: Writes, batch: readonly SourceRecord[]) => Promise<BatchOutcome>;

/** Imports the records that are not done yet, batch by batch, until the end or the signal. */
export async function runImport(run: ImportRun, open: OpenRecords): Promise<ImportRecord> {
  const { definition, begun, signal } = run;
  using seen = begun.dry_run ? new Seen(ownNamesOf(definition)) : undefined;
  const options: BatchOptions = { definition, key: begun.key ?? undefined, seen };
  const change = readChange(definition, begun);
  const write: WriteRecords = (writes, batch) =>
    change ? changeBatch(run.door, writes, change, batch) : writeBatch(writes, options, batch);
  const left = change
    ? after(await open(), ({ line }) => line <= begun.line)
    : after(inOrderOfNames(definition, open), (_, place) => place < doneOf(begun));
  for await (const batch of inBatches(left, (record) => seen?.weightOf(record) ?? 0)) {
    signal.throwIfAborted();
    const progress = await importRecords(run, write, batch);
    seen?.settle();
    requireWorth(run.door, progress);
  }
  return finish(run);
}

/** How many records of a file are done: each was counted once. */
function doneOf({ created, updated, unchanged, refused }: ImportRecord): number {
  return created + updated + unchanged + refused;
}

async function* after(
  records: AsyncIterable<SourceRecord>,
  isDone: (record: SourceRecord, place: number) => boolean,
): AsyncGenerator<SourceRecord> {
  let place = 0;
  for await (const record of records) {
    if (!isDone(record, place)) yield record;
    place += 1;
  }
}

/** `weightOf`: the characters that have to be written with a record beside its own. */
async function* inBatches(
  records: AsyncIterable<SourceRecord>,
  weightOf: (record: SourceRecord) => number,
): AsyncGenerator<SourceRecord[]> {
  let batch: SourceRecord[] = [];
  let size = 0;
  for await (const record of records) {
    batch.push(record);
    size += record.size + weightOf(record);
    if (batch.length < RECORDS && size < CHARACTERS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Writes a batch and notes its outcome and the progress, all in one transaction. Returns the progress. */
async function importRecords(
  { door, begun }: ImportRun,
  write: WriteRecords,
  batch: readonly SourceRecord[],
): Promise<{ readonly refused: number; readonly line: number }> {
  const { id } = begun;
  const tried = begun.dry_run && (await tryBatch(door, id, (writes) => write(writes, batch)));
  return door.writePart(requestOfImport(id), async (writes) => {
    const held = await requireHeld(writes, begun);
    const outcome = tried || (await write(writes, batch));
    const kept = outcome.refused.slice(0, Math.max(0, MOST_REASONS - held.refused));
    const told = outcome.removedHtml.slice(0, Math.max(0, MOST_REASONS - held.removed_html));
    const noted = { ...outcome, refused: kept, removedHtml: told };
    await writes.create(importBatch, { import_id: id, outcome: writeOutcome(noted) });
    const counts = Object.fromEntries(TAKEN.map((what) => [what, held[what] + outcome[what].length]));
    const refused = held.refused + outcome.refused.length;
    const line = Math.max(held.line, ...batch.map((record) => record.line));
    const removed_html = held.removed_html + outcome.removedHtml.length;
    await writes.update(importCollection, id, {
      ...counts,
      removed_html,
      refused,
      line,
      time: writes.context.now,
    });
    return { refused, line };
  });
}

async function tryBatch(
  door: Door,
  id: bigint,
  write: (writes: Writes) => Promise<BatchOutcome>,
): Promise<BatchOutcome> {
  const outcome = await door.tryPart(requestOfImport(id), write);
  return { ...outcome, created: outcome.created.map(([line]) => [line, 0n]) };
}

async function finish({ door, definition: { label, codes }, begun }: ImportRun): Promise<ImportRecord> {
  const { record } = await writeHeld(door, async (writes) => {
    const held = await requireHeld(writes, begun);
    const { id } = held;
    const end = { state: 'done', time: writes.context.now } as const;
    // With a key nothing is created twice, so the same file may be sent again.
    await writes.update(importCollection, id, { ...end, ...(held.key !== null && { claim: null }) });
    return [{ ...held, ...end }, done(codes.updated, doneText(label, held))];
  });
  return record;
}
