import { type Door, WriteResult } from '../../access/index.ts';
import { type Definition, toBigint } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { storedText, systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type ImportRecord, importCollection } from './import.collection.ts';

/** One run of an import or of its undoing. */
export interface ImportRun {
  readonly door: Door;
  readonly definition: Definition;
  /** The import as this run took it over. */
  readonly begun: ImportRecord;
  /** Aborted when the run is to stop after its batch. */
  readonly signal: AbortSignal;
}

/** Thrown when another run has taken over the import; this one just ends. */
export class TakenOver extends Error {}

/** Reads the import and locks it until the transaction ends. Throws if another run has taken it over. */
export async function requireHeld(
  writes: Writes,
  { id, runner }: Pick<ImportRecord, 'id' | 'runner'>,
): Promise<ImportRecord> {
  const held = await writes.find(importCollection, id);
  if (held?.runner !== runner) throw new TakenOver(`import ${id} was taken over`);
  return held;
}

/** Takes an import over, so that an earlier run ends with its batch. Undefined unless it is in this state. */
export function takeOver(
  store: RecordStore,
  id: bigint,
  state: ImportRecord['state'],
): Promise<ImportRecord | undefined> {
  return store.write(systemContext('import'), async (writes) => {
    const found = await writes.find(importCollection, id);
    if (found?.state !== state) return undefined;
    const runner = crypto.randomUUID();
    await writes.update(importCollection, id, { runner, time: writes.context.now });
    return { ...found, runner };
  });
}

/** A stored import. */
export interface Held {
  readonly record: ImportRecord;
  /** Whether the same request had begun it before, and nothing was written now. */
  readonly isRepeated: boolean;
}

/** Writes and logs, and returns the import that the answer names. */
export async function writeHeld(
  door: Door,
  work: (writes: Writes) => Promise<readonly [record: ImportRecord, written: WriteResult]>,
): Promise<Held> {
  let record: ImportRecord | undefined;
  const answered = await door.write(async (writes) => {
    const [held, written] = await work(writes);
    record = held;
    return new WriteResult(written, { id: written.id, more: { import: held.id } });
  });
  const held = record ?? (await door.reads.find(importCollection, importOf(answered)));
  if (!held) throw new AppError('recordNotFound');
  return { record: held, isRepeated: answered.isRepeated };
}

/** The import that such a write began or went on with. */
export function importOf({ more }: WriteResult): bigint {
  return toBigint((more as { readonly import?: unknown } | undefined)?.import) ?? 0n;
}

/** Notes in an import why its run failed, unless another run has taken it over. */
export function noteFailure(store: RecordStore, begun: ImportRecord, error: unknown): Promise<void> {
  const reason = error instanceof AppError ? error.text : message('unexpected');
  return store.write(systemContext('import'), async (writes) => {
    const { id, state } = await requireHeld(writes, begun);
    await writes.update(importCollection, id, {
      state: state === 'undoing' ? 'undo_failed' : 'failed',
      problem: storedText(reason),
      time: writes.context.now,
    });
  });
}
