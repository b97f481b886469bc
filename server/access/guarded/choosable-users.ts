import { longReadsFor } from '../../database/database.ts';
import { bothOf, type Catalogue, USER, type WhichRecords } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Admission } from '../admission/admission.ts';
import type { ActorRights } from '../rights.ts';

type ListQuery = Parameters<RecordStore['list']>[1];

/**
 * Users to whom a field can refer, with the fields that everybody may see. Throws unless the caller may write such a field.
 * Without `id` in the filter, only active users.
 */
export async function listChoosableUsers(store: RecordStore, admission: Admission, query: ListQuery) {
  const { catalogue, database } = store;
  const rights = admission.rightsOf(await admission.identify());
  if (!choosesUsers(catalogue, rights)) throw new AppError('permissionMissing');
  // Those who are referred to already are found by their ids, whether or not they are active.
  const records: WhichRecords = namesIds(query.filter) ? 'all' : { active: true };
  return store.list(catalogue.get(USER), query, {
    rights: { ...rights, records: () => records },
    version: admission.version,
    longReads: longReadsFor(database.longReads, () => admission.requester),
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
export function choosesUsers(catalogue: Catalogue, rights: ActorRights): boolean {
  const isOpen = (collection: string, field: string) => {
    const definition = catalogue.get(collection);
    const uses = (['create', 'update'] as const).filter((use) => rights.records(definition, use) !== 'none');
    const open = bothOf(rights.shownIn(definition, field), rights.changedIn(definition, field));
    return uses.length > 0 && open !== 'none';
  };
  return catalogue.written.some(({ name }) =>
    catalogue.referencesOf(name).some(({ field, leaf }) => leaf.target === USER && isOpen(name, field)),
  );
}
