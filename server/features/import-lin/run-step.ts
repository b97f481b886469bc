import { type AppError, isRefusal } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { systemContext } from '../../records/store/write-context.ts';
import type { ImportStep, RecordDecision, RecordSet } from './decision.ts';
import { type Ids, idsOf } from './ids/ids.ts';
import type { Move } from './move.ts';
import type { Times } from './source-time.ts';

/** Imports one table, batch by batch. A dry run decides the same and writes nothing. */
export async function runStep(move: Move, step: ImportStep): Promise<void> {
  const ids = await idsOf(move, step);
  for await (const records of move.source.batches(step)) {
    const decided = await step.decide(records);
    const sets = move.isDryRun ? ((await ids?.foresee(decided)) ?? decided) : await write(move, decided, ids);
    for (const record of sets.flat()) {
      if (move.isDryRun && step.isReferredTo && record.outcome !== 'skipped')
        move.mapping.promise(record.table, record.id);
      move.report.add(
        step.home && record.table === step.table ? placed(record) : { ...record, target: undefined },
      );
    }
    move.report.flush();
  }
}

/** With the id here, of a record that was here before as well. */
function placed(record: RecordDecision): RecordDecision {
  return record.outcome === 'present' ? { ...record, target: record.match ?? record.known } : record;
}

/** A batch is one transaction. If a record of it is refused, each set is written alone, and refused sets are skipped. */
async function write(
  move: Move,
  sets: readonly RecordSet[],
  ids: Ids | undefined,
): Promise<readonly RecordSet[]> {
  const { written, refusal } = await writeTogether(move, sets, ids);
  if (!refusal) return written;
  const alone: RecordSet[] = [];
  for (const set of sets) {
    const { written, refusal } = await writeTogether(move, [set], ids);
    const reason = refusal && render(refusal.text, 'en');
    alone.push(...(reason === undefined ? written : [set.map((record) => skip(record, reason))]));
  }
  return alone;
}

interface Outcome {
  /** With the ids here. */
  readonly written: readonly RecordSet[];
  /** Why nothing was written, if a record was refused. */
  readonly refusal?: AppError;
}

async function writeTogether(
  { store, mapping }: Move,
  sets: readonly RecordSet[],
  ids: Ids | undefined,
): Promise<Outcome> {
  const context = systemContext('import-lin');
  try {
    const { written, cleared } = await store.write(context, async (writes, connection) => {
      const at = (original?: Times) =>
        original ? store.writesIn(connection, { ...writes.context, original }) : writes;
      const { kept, cleared } = (await ids?.makeRoom(writes, sets)) ?? { kept: new Set(), cleared: [] };
      const written: RecordDecision[][] = [];
      for (const set of sets) {
        const records: RecordDecision[] = [];
        for (const record of set) {
          const target =
            record.outcome === 'imported'
              ? await record.write(at, kept.has(record) ? record.id : undefined)
              : matchOf(record);
          if (target !== undefined) await mapping.remember(writes, record.table, record.id, target);
          records.push({ ...record, target });
        }
        written.push(records);
      }
      return { written, cleared };
    });
    ids?.tell(written, cleared);
    return { written };
  } catch (error) {
    if (isRefusal(error)) return { written: [], refusal: error };
    throw error;
  }
}

function matchOf(record: RecordDecision): bigint | undefined {
  return record.outcome === 'present' ? record.match : undefined;
}

function skip(record: RecordDecision, reason: string): RecordDecision {
  return record.outcome === 'imported'
    ? { table: record.table, id: record.id, outcome: 'skipped', reason }
    : record;
}
