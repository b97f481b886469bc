import type { FastifyInstance } from 'fastify';
import { type PeriodicTask, startPeriodicTask } from '../background/periodic-task.ts';
import type { Engine } from '../database/engine.ts';

/** So soon after a start, an import or growth the planner knows of it. To find nothing new takes some 20 ms, in a thread. */
const EVERY_MS = 120_000;

/** Keeps the planner's statistics up to date, on engines that do not do so by themselves. */
export function startStatistics(app: FastifyInstance, engine: Engine): readonly PeriodicTask[] {
  if (!engine.gatherStatistics) return [];
  const report = (cause: unknown) => app.log.error({ err: cause }, 'statistics could not be gathered');
  return [startPeriodicTask({ everyMs: EVERY_MS, run: async () => engine.gatherStatistics?.(), report })];
}
