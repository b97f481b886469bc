import { type AppError, isRefusal } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import type { RowDecision, RowSet, Step } from './decision.ts';
import { type Ids, idsOf } from './ids/ids.ts';
import type { Move } from './move.ts';
import type { Times } from './source-time.ts';

/** Imports one table, batch by batch. A dry run decides the same and writes nothing. */
export async function runStep(move: Move, step: Step): Promise<void> {
  const ids = await idsOf(move, step);
  for await (const rows of move.source.batches(step)) {
    const decided = await step.decide(rows);
    const sets = move.isDryRun ? ((await ids?.foresee(decided)) ?? decided) : await write(move, decided, ids);
    for (const row of sets.flat()) {
      if (move.isDryRun && step.isReferredTo && row.outcome !== 'skipped')
        move.mapping.promise(row.table, row.id);
      move.report.add(step.home && row.table === step.table ? placed(row) : { ...row, target: undefined });
    }
    move.report.flush();
  }
}

/** With the id here, of a row that was here before as well. */
function placed(row: RowDecision): RowDecision {
  return row.outcome === 'present' ? { ...row, target: row.match ?? row.known } : row;
}

/** A batch is one transaction. If a row of it is refused, each set is written alone, and refused sets are skipped. */
async function write(move: Move, sets: readonly RowSet[], ids: Ids | undefined): Promise<readonly RowSet[]> {
  const { written, refusal } = await writeTogether(move, sets, ids);
  if (!refusal) return written;
  const alone: RowSet[] = [];
  for (const set of sets) {
    const { written, refusal } = await writeTogether(move, [set], ids);
    const reason = refusal && render(refusal.text, 'en');
    alone.push(...(reason === undefined ? written : [set.map((row) => skip(row, reason))]));
  }
  return alone;
}

interface Outcome {
  /** With the ids here. */
  readonly written: readonly RowSet[];
  /** Why nothing was written, if a row was refused. */
  readonly refusal?: AppError;
}

async function writeTogether(
  { records, mapping }: Move,
  sets: readonly RowSet[],
  ids: Ids | undefined,
): Promise<Outcome> {
  const context = systemContext('import-lin');
  try {
    const { written, cleared } = await records.write(context, async (writes, connection) => {
      const at = (original?: Times) =>
        original ? records.writesIn(connection, { ...writes.context, original }) : writes;
      const { kept, cleared } = (await ids?.makeRoom(writes, sets)) ?? { kept: new Set(), cleared: [] };
      const written: RowDecision[][] = [];
      for (const set of sets) {
        const rows: RowDecision[] = [];
        for (const row of set) {
          const target =
            row.outcome === 'imported'
              ? await row.write(at, kept.has(row) ? row.id : undefined)
              : matchOf(row);
          if (target !== undefined) await mapping.remember(writes, row.table, row.id, target);
          rows.push({ ...row, target });
        }
        written.push(rows);
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

function matchOf(row: RowDecision): bigint | undefined {
  return row.outcome === 'present' ? row.match : undefined;
}

function skip(row: RowDecision, reason: string): RowDecision {
  return row.outcome === 'imported' ? { table: row.table, id: row.id, outcome: 'skipped', reason } : row;
}
