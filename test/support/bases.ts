import { dialects } from '../../server/http/dialects/all.ts';

/** The paths under which all routes are served. */
export const BASES = dialects.map(({ base }) => base);

/** Whether a route is on `/` alone, because clients of the family know nothing of it. */
export function isOnFirstBaseAlone(path: string): boolean {
  return /^\/cms\/(console|account|admin\/(invitation|sign-up)|user\/(second-factor|reauthentication|passkey)|admin\/user\/[^/]+\/second-factor)(\/|$)/.test(
    path,
  );
}
