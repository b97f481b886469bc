import type { FastifyInstance } from 'fastify';
import { type PeriodicTask, startPeriodicTask } from '../background/periodic-task.ts';
import type { RecordStore } from '../records/record-store.ts';
import { extendTrigrams } from '../records/trigrams/keep-index.ts';

/** To find nothing to do takes some microseconds for each collection. */
const EVERY_MS = 30_000;

/** Gives further records their entries in the indexes of parts of words, on engines that have such indexes. */
export function startTrigrams(app: FastifyInstance, store: RecordStore): readonly PeriodicTask[] {
  if (!store.database.engine.trigrams) return [];
  const report = (cause: unknown) => app.log.error({ err: cause }, 'parts of words could not be indexed');
  const run = (signal: AbortSignal) => extendTrigrams(store, signal);
  return [startPeriodicTask({ everyMs: EVERY_MS, run, report })];
}
