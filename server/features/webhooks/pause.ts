import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { type Webhook, webhook } from './webhook.record.ts';

interface PauseParts {
  readonly records: Records;
  /** Writes a line to the log of the process. */
  readonly warn: (line: string) => void;
}

/** Pauses a webhook for a problem, in the name of a task, and writes a line if it was active. */
export async function pauseFor(
  { records, warn }: PauseParts,
  { id }: Pick<Webhook, 'id'>,
  problem: string,
  task: string,
): Promise<void> {
  const wasActive = await records.write(systemContext(task), async (writes) => {
    const hook: Webhook | undefined = await writes.find(webhook, id);
    if (hook) await writes.update(webhook, id, { state: 'paused', problem });
    return hook?.state === 'active';
  });
  if (wasActive) warn(`webhook ${id} is paused: ${problem}`);
}
