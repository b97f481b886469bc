import { setTimeout as wait } from 'node:timers/promises';
import type { Definition } from '../definitions/define-record.ts';
import { system } from './act.ts';
import type { Records } from './records.ts';

const DAY_MS = 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;
/** So many rows go in one transaction, with a pause behind it, so that nobody's request waits for long. */
const BATCH = 500;
const PAUSE_MS = 50;

/**
 * Takes a record's rows away for good when they were made so many days ago: now, and every hour from now on. 0 keeps them
 * for ever. Answers how to end that. Nothing is logged of it: the setting says it.
 */
export function keepForDays(
  records: Records,
  definition: Definition,
  days: number,
  report: (cause: unknown) => void,
): () => Promise<void> {
  if (days === 0) return async () => {};
  let ended = false;
  const sweep = async () => {
    const before = Date.now() - days * DAY_MS;
    while (!ended && (await takeAway(records, definition, before)) === BATCH) await wait(PAUSE_MS);
  };
  let sweeping = sweep().catch(report);
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(report);
  }, SWEEP_EVERY_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
    return sweeping;
  };
}

/** One batch; answers how many rows that were. */
async function takeAway(records: Records, definition: Definition, before: number): Promise<number> {
  const old = await records.reads.where(definition, (select) =>
    select.where('create_time', '<', before).orderBy('create_time').limit(BATCH),
  );
  if (old.length === 0) return 0;
  const act = { actor: system, requestId: 'retention', now: Date.now() };
  const ids = old.map(({ id }) => id);
  await records.write(act, (writes) => writes.erase(definition, ids));
  return old.length;
}
