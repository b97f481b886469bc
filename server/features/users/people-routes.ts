import type { ActorRights } from '../../access/rights.ts';
import { longReadsFor } from '../../database/long-reads.ts';
import { login } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Rows } from '../../definitions/types/where.ts';
import { USER } from '../../definitions/users-as-targets.ts';
import { AppError } from '../../errors.ts';
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
  const { catalogue, database } = records;
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
      const rights = admission.rightsOf(await admission.identify());
      if (!choosesUsers(catalogue, rights)) throw new AppError('permissionMissing');
      // Those who are referred to already are found by their ids, whether or not they are active.
      const rows: Rows = namesIds(query.filter) ? 'all' : { active: true };
      const page = await records.list(user, query, {
        rights: { ...rights, rows: () => rows },
        version: admission.version,
        longReads: longReadsFor(database.longReads, () => admission.requester),
      });
      return { ...page, items: page.items.map((row) => withAvatar(row, toUrl)) };
    },
  });
}

/** Whether a filter asks for certain users alone. */
function namesIds(filter: unknown): boolean {
  const { id } = (filter ?? {}) as { readonly id?: unknown };
  return (
    typeof id === 'object' && id !== null && Object.keys(id).every((key) => key === 'eq' || key === 'in')
  );
}

/** Whether someone may give any field that refers to users a value. */
function choosesUsers(catalogue: Catalogue, rights: ActorRights): boolean {
  const isOpen = (record: string, field: string) => {
    const definition = catalogue.get(record);
    const uses = (['create', 'update'] as const).filter((use) => rights.rows(definition, use) !== 'none');
    return uses.length > 0 && rights.shows(definition, field) && rights.changes(definition, field);
  };
  return catalogue.written.some(({ name }) =>
    catalogue.referencesOf(name).some(({ field, leaf }) => leaf.target === USER && isOpen(name, field)),
  );
}
