import type { Door } from '../../access/door.ts';
import { done } from '../../access/write-result.ts';
import { type BatchOptions, writeBatch } from '../../records/sent-rows/batch.ts';
import { type BatchOutcome, TAKEN } from '../../records/sent-rows/batch-outcome.ts';
import { ownNamesOf } from '../../records/sent-rows/own-names.ts';
import { inOrderOfNames, type OpenRows } from '../../records/sent-rows/row-order.ts';
import { Seen } from '../../records/sent-rows/seen.ts';
import type { SourceRow } from '../../records/sent-rows/source-row.ts';
import { requestOfImport } from '../../records/undo/scope.ts';
import type { Writes } from '../../records/write/writes.ts';
import { changeBatch, readChange } from './by-filter/change-batch.ts';
import { type ImportRun, requireHeld, writeHeld } from './held-import.ts';
import { type ImportRow, importBatch, importCollection } from './import.collection.ts';
import { requireWorth } from './import-bounds.ts';
import { doneText } from './import-texts.ts';
import { writeOutcome } from './outcome.ts';

/** A batch, which is one transaction, ends after this many rows or characters. */
const ROWS = 500;
const CHARACTERS = 1_000_000;
/** Reasons are stored for this many refused rows of an import, and what was removed of as many; the rest are only counted. */
const MOST_REASONS = 1000;

type WriteRows = (writes: Writes, batch: readonly SourceRow[]) => Promise<BatchOutcome>;

/** Imports the rows that are not done yet, batch by batch, until the end or the signal. */
export async function runImport(run: ImportRun, open: OpenRows): Promise<ImportRow> {
  const { definition, begun, signal } = run;
  using seen = begun.dry_run ? new Seen(ownNamesOf(definition)) : undefined;
  const options: BatchOptions = { definition, key: begun.key ?? undefined, seen };
  const change = readChange(definition, begun);
  const write: WriteRows = (writes, batch) =>
    change ? changeBatch(writes, change, batch) : writeBatch(writes, options, batch);
  const left = change
    ? after(await open(), ({ line }) => line <= begun.line)
    : after(inOrderOfNames(definition, open), (_, place) => place < doneOf(begun));
  for await (const batch of inBatches(left, (row) => seen?.weightOf(row) ?? 0)) {
    signal.throwIfAborted();
    const progress = await importRows(run, write, batch);
    seen?.settle();
    requireWorth(run.door, progress);
  }
  return finish(run);
}

/** How many rows of a file are done: each was counted once. */
function doneOf({ created, updated, unchanged, refused }: ImportRow): number {
  return created + updated + unchanged + refused;
}

async function* after(
  rows: AsyncIterable<SourceRow>,
  isDone: (row: SourceRow, place: number) => boolean,
): AsyncGenerator<SourceRow> {
  let place = 0;
  for await (const row of rows) {
    if (!isDone(row, place)) yield row;
    place += 1;
  }
}

/** `weightOf`: the characters that have to be written with a row beside its own. */
async function* inBatches(
  rows: AsyncIterable<SourceRow>,
  weightOf: (row: SourceRow) => number,
): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = [];
  let size = 0;
  for await (const row of rows) {
    batch.push(row);
    size += row.size + weightOf(row);
    if (batch.length < ROWS && size < CHARACTERS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Writes a batch and notes its outcome and the progress, all in one transaction. Returns the progress. */
async function importRows(
  { door, begun }: ImportRun,
  write: WriteRows,
  batch: readonly SourceRow[],
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
    const line = Math.max(held.line, ...batch.map((row) => row.line));
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

async function finish({ door, definition: { label, codes }, begun }: ImportRun): Promise<ImportRow> {
  const { row } = await writeHeld(door, async (writes) => {
    const held = await requireHeld(writes, begun);
    const { id } = held;
    const end = { state: 'done', time: writes.context.now } as const;
    // With a key nothing is created twice, so the same file may be sent again.
    await writes.update(importCollection, id, { ...end, ...(held.key !== null && { claim: null }) });
    return [{ ...held, ...end }, done(codes.updated, doneText(label, held))];
  });
  return row;
}
