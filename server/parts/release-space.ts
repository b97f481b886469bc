import type { FastifyInstance } from 'fastify';
import { type PeriodicTask, startPeriodicTask } from '../background/periodic-task.ts';
import type { Engine } from '../database/engine.ts';

const EVERY_MS = 300_000;

/** Lets the file of an embedded database shrink after much was deleted. */
export function startReleasingSpace(app: FastifyInstance, engine: Engine): readonly PeriodicTask[] {
  const { releaseSpace } = engine;
  if (!releaseSpace) return [];
  const report = (cause: unknown) => app.log.error({ err: cause }, 'free space could not be released');
  return [startPeriodicTask({ everyMs: EVERY_MS, run: releaseSpace, report })];
}
