import { setTimeout as wait } from 'node:timers/promises';
import type { Definition } from '../definitions/define-record.ts';
import { system } from './act.ts';
import type { Records } from './records.ts';

const DAY_MS = 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;
/** So many rows go in one transaction, with a pause behind it, so that nobody's request waits for long. */
const BATCH = 500;
const PAUSE_MS = 50;

/** What is kept for how long. */
export interface Retention {
  readonly definition: Definition;
  /** The column that tells a row's age. */
  readonly age: 'create_time' | 'time';
  /** 0 keeps everything for ever. */
  readonly days: number;
  /** Told what time all that follows will be older than. */
  readonly announce?: (before: number) => Promise<void>;
}

/**
 * Takes a record's rows away for good when they are so many days old: now, and every hour from now on. Answers how to
 * end that. Nothing is logged of it: the setting says it.
 */
export function keepForDays(
  records: Records,
  retention: Retention,
  report: (cause: unknown) => void,
): () => Promise<void> {
  if (retention.days === 0) return async () => {};
  let ended = false;
  const sweep = async () => {
    const before = Date.now() - retention.days * DAY_MS;
    await retention.announce?.(before);
    while (!ended && (await takeAway(records, retention, before)) === BATCH) await wait(PAUSE_MS);
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
async function takeAway(
  { reads, write }: Records,
  { definition, age }: Retention,
  before: number,
): Promise<number> {
  const old = await reads.rows<{ id: bigint }>(
    reads.query.selectFrom(definition.name).select('id').where(age, '<', before).orderBy(age).limit(BATCH),
    { id: { type: 'bigint' } },
  );
  if (old.length === 0) return 0;
  const act = { actor: system, requestId: 'retention', now: Date.now() };
  const ids = old.map(({ id }) => id);
  await write(act, (writes) => writes.erase(definition, ids));
  return old.length;
}
