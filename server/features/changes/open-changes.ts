import { makeCursors } from '../../http/answers/sealed-cursors.ts';
import type { Host } from '../../module/host.ts';
import type { ChangeParts } from './change-routes.ts';
import { Listeners } from './listeners.ts';

/** Opens the streams of changes. They never end by themselves, so a server that stops ends them first. At most so many are open. */
export function openChanges({ records, settings, app }: Host, most: number): ChangeParts {
  const { secrets } = settings;
  const cursors = makeCursors(secrets, 'changes');
  const report = (cause: unknown, what: string) => app.log.error({ err: cause }, what);
  const listeners = new Listeners(records, cursors, { most, report });
  app.addHook('preClose', () => listeners.end());
  return { records, cursors, listeners };
}
