import type { Format } from '../../../contract/formats.ts';
import { created, done } from '../../access/written.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
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
  let id = 0n;
  await hand.write(async (writes) => {
    if (key !== undefined && key !== 'id') await groupNamed(writes, definition, key);
    const before = isDryRun ? undefined : await sameImport(writes, hand, request);
    id = before?.id ?? 0n;
    const again = { runner, state: 'running', time: writes.act.now, problem: null } as const;
    if (before?.state === 'running' || before?.state === 'failed') {
      await writes.update(importRecord, id, again);
      return done(
        definition.codes.updated,
        `继续导入${definition.label}，导入 ${id}，从第 ${before.line} 行之后`,
      );
    }
    if (before?.state === 'undoing') throw new AppError('duplicate', { detail: `导入 ${id} 正在撤销` });
    if (before?.state === 'done' && key === undefined)
      throw new AppError('duplicate', { detail: `导入 ${id} 已导入过此文件；撤销后可再次导入` });
    id = await writes.create(importRecord, {
      ...again,
      ...{ record: definition.name, file, format, sha256, size: BigInt(size), key: key ?? null },
      dry_run: isDryRun,
    });
    return created(
      definition.codes.created,
      `${isDryRun ? '检查导入' : '导入'}${definition.label}，导入 ${id}`,
      id,
    );
  });
  return hand.portion(id, (writes) => requireHeld(writes, id, runner));
}

async function sameImport(
  writes: Writes,
  { user }: Hand,
  request: ImportRequest,
): Promise<ImportRow | undefined> {
  const { definition, format, sha256, key = null } = request;
  return writes.first(importRecord, (select) =>
    select
      .where('record', '=', definition.name)
      .where('sha256', '=', sha256)
      .where('format', '=', format)
      .where('key', key === null ? 'is' : '=', key)
      .where('dry_run', '=', false)
      .where('create_user_id', '=', user.id)
      .orderBy('id', 'desc'),
  );
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

async function finish(
  hand: Hand,
  { label, codes }: Definition,
  { id, runner }: ImportRow,
): Promise<ImportRow> {
  let last: ImportRow | undefined;
  await hand.write(async (writes) => {
    const held = await requireHeld(writes, id, runner);
    const end = { state: 'done', time: writes.act.now } as const;
    await writes.update(importRecord, id, end);
    last = { ...held, ...end };
    const { created: made, updated, unchanged, refused, dry_run } = held;
    const counts = `新建 ${made}，更新 ${updated}，未变 ${unchanged}，拒绝 ${refused}`;
    return done(codes.updated, `${dry_run ? '检查导入' : '导入'}${label}完成，导入 ${id}：${counts}`);
  });
  if (!last) throw new Error('a transaction was made without its work');
  return last;
}

/** Says of an import or of its undoing why it did not end; unless somebody else works at it by now. */
export async function noteFailure(
  { note }: Hand,
  { id, runner }: ImportRow,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const problem = error instanceof AppError ? error.text : signal.aborted ? '服务器停止' : '服务器内部错误';
  await note(async (writes) => {
    await requireHeld(writes, id, runner);
    const end = { state: 'failed', problem: problem.slice(0, 1000), time: writes.act.now } as const;
    await writes.update(importRecord, id, end);
  });
}

/** The import, held until the transaction ends; throws where somebody else works at it by now. */
export async function requireHeld(writes: Writes, id: bigint, runner: string): Promise<ImportRow> {
  const held = await writes.find(importRecord, id);
  if (held?.runner !== runner) throw new TakenOver(`import ${id} was taken over`);
  return held;
}
