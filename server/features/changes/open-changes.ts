import { makeCursors } from '../../http/answers/sealed-cursors.ts';
import type { Host } from '../../module/host.ts';
import type { ChangeParts } from './change-routes.ts';
import { Listeners } from './listeners.ts';

/** Opens the change streams, `most` at a time. They stay open until the client leaves, so a stopping server ends them first. */
export function openChanges({ store, settings, app }: Host, most: number): ChangeParts {
  const { secrets } = settings;
  const cursors = makeCursors(secrets, 'changes');
  const report = (cause: unknown, what: string) => app.log.error({ err: cause }, what);
  const listeners = new Listeners(store, cursors, { most, report });
  app.addHook('preClose', () => listeners.end());
  return { store, cursors, listeners };
}
