import { call } from './call.ts';
import type { Description } from './definitions.ts';

const ACTIONS = ['read', 'create', 'update', 'delete', 'publish'] as const;

/** What the user may do with the records of a collection, action by action, and the permissions that allow more. */
export function readOwnAccess({ name, actions, refused }: Description) {
  const offered = ACTIONS.filter((action) => actions[action] ?? refused[action]);
  return Promise.all(
    offered.map(async (action) => {
      const answer = await call('GET /cms/user/access', { query: { collection: name, action } });
      return { action, ...answer };
    }),
  );
}
