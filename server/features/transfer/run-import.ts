import { hash } from 'node:crypto';
import type { Format } from '../../../contract/formats.ts';
import { created, done, type Written } from '../../access/written.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
import { toJson } from '../../json.ts';
import { groupNamed } from '../../records/upsert.ts';
import type { Writes } from '../../records/writes.ts';
import { type Manner, requireKey, writeBatch } from './batch.ts';
import type { Hand } from './hand.ts';
import { type ImportRow, importBatch, importRecord } from './import.record.ts';
import { type Outcome, TAKEN, writeOutcome } from './outcome.ts';
import { Seen } from './seen.ts';
import type { SourceRow } from './source-row.ts';

/** A file, and what shall be done with it. */
export interface ImportRequest {
  readonly definition: Definition;
  readonly file: string;
  readonly format: Format;
  readonly size: number;
  readonly sha256: string;
  readonly key: string | undefined;
  readonly isDryRun: boolean;
}

/** A batch is one transaction: so many rows, or as many as hold so many characters. */
const ROWS = 500;
const CHARACTERS = 1_000_000;
/** Of so many refused rows in one import it is kept why; the others are counted. */
const MOST_TOLD = 1000;

/** Thrown where somebody else works at an import by now; whoever did before just ends. */
export class TakenOver extends Error {}

/**
 * Begins an import, or goes on with one of the same file by the same hand that was not finished: whoever may still be
 * working at it ends with its batch. Throws where the same file was imported before and nothing would tell its rows.
 */
export async function beginImport(hand: Hand, request: ImportRequest): Promise<ImportRow> {
  const { definition, file, format, size, sha256, key, isDryRun } = request;
  if (key !== undefined) {
    requireKey(definition, key);
    await hand.require(definition, 'update');
  }
  const runner = crypto.randomUUID();
  return writeHeld(hand, async (writes) => {
    if (key !== undefined && key !== 'id') await groupNamed(writes, definition, key);
    const claim = isDryRun ? null : claimOf(hand, request);
    const before = await writes.first(importRecord, (select) => select.where('claim', '=', claim));
    const again = { runner, state: 'running', time: writes.act.now, problem: null } as const;
    if (before) {
      requireUnfinished(before);
      await writes.update(importRecord, before.id, again);
      const text = `继续导入${definition.label}，导入 ${before.id}，从第 ${before.line} 行之后`;
      return [await requireHeld(writes, before.id, runner), done(definition.codes.updated, text)];
    }
    const id = await writes.create(importRecord, {
      ...again,
      ...{ record: definition.name, file, format, sha256, size: BigInt(size), key: key ?? null, claim },
      dry_run: isDryRun,
    });
    const text = `${isDryRun ? '检查导入' : '导入'}${definition.label}，导入 ${id}`;
    return [await requireHeld(writes, id, runner), created(definition.codes.created, text, id)];
  });
}

function requireUnfinished({ id, state }: ImportRow): void {
  if (state === 'running' || state === 'failed') return;
  const why = state === 'done' ? '已导入过此文件；撤销后可再次导入' : '的撤销还没有完成';
  throw new AppError('duplicate', { detail: `导入 ${id} ${why}` });
}

/** Writes, tells the log of it, and answers the import as it was written. */
export async function writeHeld(
  hand: Hand,
  work: (writes: Writes) => Promise<readonly [row: ImportRow, told: Written]>,
): Promise<ImportRow> {
  let row: ImportRow | undefined;
  await hand.write(async (writes) => {
    const [held, told] = await work(writes);
    row = held;
    return told;
  });
  if (!row) throw new Error('a transaction was made without its work');
  return row;
}

/** What no two imports have at once; the engine sees to it where both begin at the same time. */
function claimOf({ user }: Hand, { definition, format, sha256, key }: ImportRequest): string {
  return hash('sha256', toJson([definition.name, format, sha256, key ?? null, user.id]));
}

/** Imports the rows behind those that are settled, batch by batch, until the end, or until the signal asks to stop. */
export async function runImport(
  hand: Hand,
  { definition, key, isDryRun }: ImportRequest,
  begun: ImportRow,
  rows: AsyncIterable<SourceRow>,
  signal: AbortSignal,
): Promise<ImportRow> {
  using seen = isDryRun ? new Seen() : undefined;
  const manner: Manner = { definition, key, seen };
  let standing = begun;
  try {
    for await (const batch of inBatches(rows, begun.line)) {
      signal.throwIfAborted();
      standing = await settle(hand, manner, standing, batch);
    }
    return await finish(hand, definition, standing);
  } catch (error) {
    if (error instanceof TakenOver) throw error;
    await noteFailure(hand, begun, error, signal);
    throw error;
  }
}

async function* inBatches(rows: AsyncIterable<SourceRow>, settled: number): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = [];
  let size = 0;
  for await (const row of rows) {
    if (row.line <= settled) continue;
    batch.push(row);
    size += row.size;
    if (batch.length < ROWS && size < CHARACTERS) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Carries what was written and shall not be kept. */
class Unkept extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('a dry run keeps nothing');
    this.outcome = outcome;
  }
}

async function settle(
  hand: Hand,
  manner: Manner,
  { id, runner }: ImportRow,
  batch: readonly SourceRow[],
): Promise<ImportRow> {
  const tried = manner.seen && (await tryBatch(hand, manner, id, batch));
  return hand.portion(id, async (writes) => {
    const held = await requireHeld(writes, id, runner);
    const outcome = tried ?? (await writeBatch(writes, manner, batch));
    const told = outcome.refused.slice(0, Math.max(0, MOST_TOLD - held.refused));
    await writes.create(importBatch, { import_id: id, outcome: writeOutcome({ ...outcome, refused: told }) });
    const counts = Object.fromEntries(TAKEN.map((what) => [what, held[what] + outcome[what].length]));
    const refused = held.refused + outcome.refused.length;
    const changes = { ...counts, refused, line: batch.at(-1)?.line ?? 0, time: writes.act.now };
    await writes.update(importRecord, id, changes);
    return { ...held, ...changes };
  });
}

async function tryBatch(
  hand: Hand,
  manner: Manner,
  id: bigint,
  batch: readonly SourceRow[],
): Promise<Outcome> {
  try {
    return await hand.portion(id, async (writes) => {
      throw new Unkept(await writeBatch(writes, manner, batch));
    });
  } catch (error) {
    if (!(error instanceof Unkept)) throw error;
    const { outcome } = error;
    return { ...outcome, created: outcome.created.map(([line]) => [line, 0n]) };
  }
}

function finish(hand: Hand, { label, codes }: Definition, { id, runner }: ImportRow): Promise<ImportRow> {
  return writeHeld(hand, async (writes) => {
    const held = await requireHeld(writes, id, runner);
    const end = { state: 'done', time: writes.act.now } as const;
    // By a key nothing is made twice, so that the same file may come again.
    await writes.update(importRecord, id, { ...end, ...(held.key !== null && { claim: null }) });
    const { created: made, updated, unchanged, refused, dry_run } = held;
    const counts = `新建 ${made}，更新 ${updated}，未变 ${unchanged}，拒绝 ${refused}`;
    const text = `${dry_run ? '检查导入' : '导入'}${label}完成，导入 ${id}：${counts}`;
    return [{ ...held, ...end }, done(codes.updated, text)];
  });
}

/** Says of an import or of its undoing why it did not end; unless somebody else works at it by now. */
export async function noteFailure(
  { note }: Hand,
  { id, runner }: ImportRow,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const words = error instanceof AppError ? error.text : signal.aborted ? '服务器停止' : '服务器内部错误';
  const problem = words.slice(0, 1000).toWellFormed();
  await note(async (writes) => {
    const { state } = await requireHeld(writes, id, runner);
    const end = {
      state: state === 'undoing' ? 'undo_failed' : 'failed',
      problem,
      time: writes.act.now,
    } as const;
    await writes.update(importRecord, id, end);
  });
}

/** The import, held until the transaction ends; throws where somebody else works at it by now. */
export async function requireHeld(writes: Writes, id: bigint, runner: string): Promise<ImportRow> {
  const held = await writes.find(importRecord, id);
  if (held?.runner !== runner) throw new TakenOver(`import ${id} was taken over`);
  return held;
}
