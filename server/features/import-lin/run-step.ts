import { type AppError, isRefusal } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import type { RowDecision, RowSet, Step } from './decision.ts';
import type { Move } from './move.ts';
import type { Times } from './source-time.ts';

/** Imports one table, batch by batch. A dry run decides the same and writes nothing. */
export async function runStep(move: Move, step: Step): Promise<void> {
  for await (const rows of move.source.batches(step)) {
    const decided = await step.decide(rows);
    const sets = move.isDryRun ? decided : await write(move, decided);
    for (const row of sets.flat()) {
      if (move.isDryRun && step.isReferredTo && row.outcome !== 'skipped')
        move.mapping.promise(row.table, row.id);
      move.report.add(row);
    }
    move.report.flush();
  }
}

function matchOf(row: RowDecision): bigint | undefined {
  return row.outcome === 'present' ? row.match : undefined;
}

/** A batch is one transaction. If a row of it is refused, each set is written alone, and refused sets are skipped. */
async function write(move: Move, sets: readonly RowSet[]): Promise<readonly RowSet[]> {
  const refusal = await writeTogether(move, sets);
  if (!refusal) return sets;
  const written: RowSet[] = [];
  for (const set of sets) {
    const refused = await writeTogether(move, [set]);
    const reason = refused && render(refused.text, 'en');
    written.push(reason === undefined ? set : set.map((row) => skip(row, reason)));
  }
  return written;
}

/** Returns why nothing was written, if a row was refused. */
async function writeTogether(
  { records, mapping }: Move,
  sets: readonly RowSet[],
): Promise<AppError | undefined> {
  const context = systemContext('import-lin');
  try {
    await records.write(context, async (writes, connection) => {
      const at = (original?: Times) =>
        original ? records.writesIn(connection, { ...writes.context, original }) : writes;
      for (const row of sets.flat()) {
        const target = row.outcome === 'imported' ? await row.write(at) : matchOf(row);
        if (target !== undefined) await mapping.remember(writes, row.table, row.id, target);
      }
    });
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

function skip(row: RowDecision, reason: string): RowDecision {
  return row.outcome === 'imported' ? { table: row.table, id: row.id, outcome: 'skipped', reason } : row;
}
