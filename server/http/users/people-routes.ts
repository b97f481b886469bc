import { listChoosableUsers } from '../../access/guarded/choosable-users.ts';
import { login, USER } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { withAvatar } from '../file-addresses.ts';
import { placedPageOf } from '../paging.ts';
import type { ToUrl } from '../public-url.ts';
import { shownSchema } from '../records/collection-schemas.ts';
import { listQuery } from '../records/list-query.ts';
import { type Route, route } from '../route.ts';

/** The route to find users for a field that refers to users; none if no field does. */
export function peopleRoutes(store: RecordStore, toUrl: ToUrl): Route[] {
  return store.catalogue.get(USER).isFollowed ? [peopleRoute(store, toUrl)] : [];
}

/** Open to callers who may write such a field; searches only the fields that everybody sees. */
function peopleRoute(store: RecordStore, toUrl: ToUrl): Route {
  const { catalogue } = store;
  const user = catalogue.get(USER);
  return route({
    method: 'GET',
    path: '/cms/people',
    access: login,
    summary: message('listPeople'),
    tag: message('usersTag'),
    query: listQuery(catalogue, user),
    answer: placedPageOf(shownSchema(catalogue, user)),
    async handle({ admission }, { query }) {
      const page = await listChoosableUsers(store, admission, query);
      return { ...page, items: page.items.map((record) => withAvatar(record, toUrl)) };
    },
  });
}
