import { call } from '../call.ts';
import type { AnswerOf } from '../route-types.ts';
import { listSessionsOf } from './administration.ts';
import { listLog } from './log.ts';

type Matrix = AnswerOf<'GET /cms/access/matrix'>;
/** What a user may do with the records of a collection. */
export type CollectionRights = Matrix['collections'][number];

/** What a user may do: with every collection that has something to do, in the order of the server. */
export async function readRights(user: string): Promise<readonly CollectionRights[]> {
  return (await call('GET /cms/access/matrix', { query: { user } })).collections;
}

const SIGN_INS = new Set(['/cms/user/login', '/cms/console/session']);
const LINES = 50;

/** When a user signed in last: by the log, which knows ended sessions too, or else by the sessions that are open. */
export async function findLastSignIn(
  { id, username }: { readonly id: string; readonly username: string },
  from: { readonly log: boolean; readonly sessions: boolean },
): Promise<number | undefined> {
  const logged = from.log
    ? await listLog({ name: username, sessions: 'true', refused: 'false' }, 0, LINES)
    : undefined;
  const line = logged?.items.find(({ method, path }) => method === 'POST' && SIGN_INS.has(path));
  if (line) return line.time;
  const open = from.sessions ? await listSessionsOf(id) : [];
  const times = open.map(({ create_time }) => create_time);
  return times.length > 0 ? Math.max(...times) : undefined;
}
