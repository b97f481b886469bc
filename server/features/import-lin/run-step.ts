import { AppError } from '../../errors.ts';
import { type Act, system } from '../../records/act.ts';
import type { Fate, Step, Unit } from './fate.ts';
import type { Move } from './move.ts';
import type { Times } from './source-time.ts';

/** Takes one table over, batch by batch; a dry run decides as much and writes nothing. */
export async function runStep(move: Move, step: Step): Promise<void> {
  for await (const rows of move.source.batches(step)) {
    const decided = await step.decide(rows);
    const units = move.isDryRun ? decided : await write(move, decided);
    for (const fate of units.flat()) {
      if (move.isDryRun && step.isReferredTo && fate.outcome !== 'skipped')
        move.mapping.promise(fate.table, fate.id);
      move.report.add(fate);
    }
    move.report.flush();
  }
}

function matchOf(fate: Fate): bigint | undefined {
  return fate.outcome === 'present' ? fate.match : undefined;
}

/** A batch is one transaction. Where a row of it is refused, each unit gets one of its own, and those that are refused are skipped. */
async function write(move: Move, units: readonly Unit[]): Promise<readonly Unit[]> {
  const refusal = await writeTogether(move, units);
  if (!refusal) return units;
  const written: Unit[] = [];
  for (const unit of units) {
    const reason = (await writeTogether(move, [unit]))?.text;
    written.push(reason === undefined ? unit : unit.map((fate) => skip(fate, reason)));
  }
  return written;
}

/** Answers why nothing was written, if a row was refused. */
async function writeTogether(
  { records, mapping }: Move,
  units: readonly Unit[],
): Promise<AppError | undefined> {
  const act: Act = { actor: system, requestId: 'import-lin', now: Date.now() };
  try {
    await records.write(act, async (writes, connection) => {
      const at = (original?: Times) =>
        original ? records.writesIn(connection, { ...writes.act, original }) : writes;
      for (const fate of units.flat()) {
        const target = fate.outcome === 'imported' ? await fate.write(at) : matchOf(fate);
        if (target !== undefined) await mapping.remember(writes, fate.table, fate.id, target);
      }
    });
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

function skip(fate: Fate, reason: string): Fate {
  return fate.outcome === 'imported' ? { table: fate.table, id: fate.id, outcome: 'skipped', reason } : fate;
}
