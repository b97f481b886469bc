import type { BuiltInRoutes } from '../../../server/features/client/runtime/built-in-routes.ts';
import { connection } from './connection.ts';
import type { Description } from './definitions.ts';

type OwnAccess = BuiltInRoutes['GET /cms/user/access']['answer'];

const ACTIONS = ['read', 'create', 'update', 'delete', 'publish'] as const;

/** What the user may do with the rows of a record, action by action, and the permissions that allow more. */
export function readOwnAccess({ name, actions, refused }: Description) {
  const offered = ACTIONS.filter((action) => actions[action] ?? refused[action]);
  return Promise.all(
    offered.map(async (action) => {
      const query: [string, string][] = [
        ['record', name],
        ['action', action],
      ];
      const answer = await connection.request('GET', '/cms/user/access', { query });
      return { action, ...(answer as OwnAccess) };
    }),
  );
}
