import { listChoosableUsers } from '../../access/guarded/choosable-users.ts';
import { login } from '../../definitions/access-rule.ts';
import { USER } from '../../definitions/derived/users-as-targets.ts';
import { withAvatar } from '../../http/file-addresses.ts';
import { placedPageOf } from '../../http/paging.ts';
import type { ToUrl } from '../../http/public-url.ts';
import { listQuery } from '../../http/records/list-query.ts';
import { shownSchema } from '../../http/records/record-schemas.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';

/** Looking for the user whom a field is to refer to; no route where no field does. */
export function peopleRoutes(records: Records, toUrl: ToUrl): Route[] {
  return records.catalogue.get(USER).isFollowed ? [peopleRoute(records, toUrl)] : [];
}

/** For those who may write such a field, and in what everybody sees. */
function peopleRoute(records: Records, toUrl: ToUrl): Route {
  const { catalogue } = records;
  const user = catalogue.get(USER);
  return route({
    method: 'GET',
    path: '/cms/people',
    access: login,
    summary: message('listPeople'),
    tag: message('usersTag'),
    family: 'cms',
    query: listQuery(catalogue, user),
    answer: placedPageOf(shownSchema(catalogue, user)),
    async handle({ admission }, { query }) {
      const page = await listChoosableUsers(records, admission, query);
      return { ...page, items: page.items.map((row) => withAvatar(row, toUrl)) };
    },
  });
}
