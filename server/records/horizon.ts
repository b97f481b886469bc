import { badParameters } from '../errors.ts';
import { system } from './act.ts';
import { horizon } from './horizon.record.ts';
import type { Reads } from './reads.ts';
import type { Records } from './records.ts';

/** Notes, before it is done, that revisions older than this time will be taken away. */
export async function moveHorizon(records: Records, time: number): Promise<void> {
  await records.write({ actor: system, requestId: 'retention', now: Date.now() }, async (writes) => {
    const known = await writes.first(horizon, (select) => select);
    if (!known) await writes.create(horizon, { time });
    else if (known.time < time) await writes.update(horizon, known.id, { time });
  });
}

/**
 * Throws where revisions since this time may have been taken away. To be asked after they were read: what was taken away
 * before that has been noted by then.
 */
export async function requireKeptSince(reads: Reads, time: number): Promise<void> {
  const known = await reads.first(horizon, (select) => select);
  if (known && time < known.time) throw badParameters({ as_of: `早于仍保留的历史，最早为 ${known.time}` });
}
