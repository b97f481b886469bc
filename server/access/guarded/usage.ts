import { type Definition, type Reference, titleOf } from '../../definitions/for-server.ts';
import { addressById, type FilterTree, namesOf, type Rights } from '../../records/index.ts';
import type { Door } from '../door.ts';

/** How many of the records that refer to others are listed. */
const NAMED = 5;

/** The records of one collection that refer to some records by one field and that the actor may read. */
export interface Use {
  readonly reference: Reference;
  readonly count: number;
  readonly sample: readonly { readonly id: bigint; readonly title: string | null }[];
}

/**
 * Where records are used, at most `MAX_CHOICES` of them: counts by collection and field, with the newest records. Records the actor may not
 * read are not counted.
 */
export async function findUses(
  door: Door,
  target: Definition,
  ids: readonly bigint[],
  { withDrafts = false } = {},
): Promise<Use[]> {
  const rights = door.admission.rightsOf(await door.admission.identify());
  const uses: Use[] = [];
  const { catalogue } = door.reads;
  for (const reference of catalogue.referencesTo(catalogue.writable(target).name))
    if (isOfVersion(target, reference, withDrafts) && mayAsk(rights, reference))
      uses.push(await useOf(door, reference, ids, rights));
  return uses.filter(({ count }) => count > 0);
}

/** Drafts are used by drafts, published records by published records; both count if the caller asks for drafts. */
function isOfVersion({ draftOf }: Definition, { definition }: Reference, withDrafts: boolean): boolean {
  if (withDrafts) return true;
  return draftOf === undefined ? definition.draftOf === undefined : !definition.hasDrafts;
}

function mayAsk(rights: Rights, { definition, field }: Reference): boolean {
  const isSeen = definition.access !== undefined && rights.records(definition, 'read') !== 'none';
  return isSeen && namesOf(definition, rights).includes(field);
}

async function useOf(door: Door, reference: Reference, ids: readonly bigint[], rights: Rights): Promise<Use> {
  const { definition, field, path = field } = reference;
  const at = (how: FilterTree) =>
    path.split('.').reduceRight<FilterTree>((inner, name) => ({ [name]: inner }), how);
  const addresses = reference.isMention ? await addressesOf(door, reference, ids) : undefined;
  if (addresses?.length === 0) return { reference, count: 0, sample: [] };
  const filter = addresses
    ? { or: addresses.map((contains) => at({ contains })) }
    : at({ in: ids.map(String) });
  const title = titleOf(definition, namesOf(definition, rights));
  const { value } = await door.list(definition, {
    filter,
    fields: title,
    sort: '-id',
    count: NAMED,
    total: true,
  });
  const sample = value.items.map(({ id, [title]: name }) => ({
    id: id as bigint, // it is always shown
    title: typeof name === 'string' ? name : null,
  }));
  return { reference, count: value.total ?? sample.length, sample };
}

/** How a text shows a file: by its path or, for a private file, by its URL with the id. */
async function addressesOf(
  { reads }: Door,
  { target }: Reference,
  ids: readonly bigint[],
): Promise<string[]> {
  const files = await reads.where(reads.catalogue.get(target), (select) => select.where('id', 'in', ids));
  return files.flatMap(({ id, path }) => [String(path), addressById(id)]);
}
