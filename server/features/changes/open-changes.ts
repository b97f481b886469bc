import type { FastifyInstance } from 'fastify';
import { makeCursors } from '../../http/answers/sealed-cursors.ts';
import type { Records } from '../../records/records.ts';
import type { ChangeParts } from './change-routes.ts';
import { Listeners } from './listeners.ts';

interface Opened {
  readonly records: Records;
  readonly secrets: readonly [string, ...string[]];
  readonly changeListeners: number;
}

/** Opens the streams of changes. They never end by themselves, so a server that stops ends them first. */
export function openChanges(
  { records, secrets, changeListeners: most }: Opened,
  app: FastifyInstance,
): ChangeParts {
  const cursors = makeCursors(secrets, 'changes');
  const report = (cause: unknown, what: string) => app.log.error({ err: cause }, what);
  const listeners = new Listeners(records, cursors, { most, report });
  app.addHook('preClose', () => listeners.end());
  return { records, cursors, listeners };
}
