import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type PeriodicTask, startPeriodicTask } from '../background/periodic-task.ts';
import { type Checkpoint, checkpoint, LogChain, systemContext, toKnown } from '../records/index.ts';
import type { RecordStore } from '../records/record-store.ts';
import { makeFolder } from '../shared/system/folders.ts';

const EVERY_MS = 60_000;
/** Checkpoints that are sent at once. */
const MOST_SENT = 1000;
const WITHIN_MS = 10_000;

interface Sealing {
  readonly secrets: readonly [string, ...string[]];
  /** A file or a URL that gets the checkpoints as well. */
  readonly logCheckpointsTo: string | undefined;
}

/** Seals the log every minute, and sends the checkpoints where a setting says. Every process tries; one at a time does it. */
export function startSealing(app: FastifyInstance, store: RecordStore, settings: Sealing): PeriodicTask {
  const chain = new LogChain(store, settings.secrets);
  return startPeriodicTask({
    everyMs: EVERY_MS,
    async run(signal) {
      await chain.seal(signal);
      if (settings.logCheckpointsTo !== undefined) await sendCheckpoints(store, settings.logCheckpointsTo);
    },
    report: (cause) =>
      app.log.error({ err: cause }, 'the log could not be sealed, or its checkpoints not sent'),
  });
}

/** Sends the checkpoints that were not sent yet, in their order. What fails is sent again, so some may arrive twice. */
export async function sendCheckpoints(store: RecordStore, to: string): Promise<void> {
  for (;;) {
    const some = await store.reads.where(checkpoint, (select) =>
      select.where('sent', '=', false).orderBy('number').limit(MOST_SENT),
    );
    if (some.length === 0) return;
    await send(some, to);
    await store.write(systemContext('seal the log'), async (writes) => {
      for (const { id } of some) await writes.update(checkpoint, id, { sent: true });
    });
  }
}

async function send(some: readonly Checkpoint[], to: string): Promise<void> {
  const text = some.map((one) => `${toKnown(one)}\n`).join('');
  if (!/^https?:/.test(to)) {
    await makeFolder(dirname(to));
    await appendFile(to, text, { mode: 0o600, flush: true });
    return;
  }
  const answer = await fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`LOG_CHECKPOINTS_TO answered ${answer.status}`);
}
