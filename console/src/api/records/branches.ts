import { digitsOf, readExact } from '../../form/exact-json.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordPath, versionQuery } from './record-path.ts';

/** A record of a tree. */
export interface TreeRecord {
  readonly id: string;
  readonly title: string;
  readonly parent: string | null;
  readonly mayMove: boolean;
  /** How many records stand directly below it; undefined where that may not be counted. */
  readonly below: number | undefined;
}

export interface BranchPage {
  readonly records: readonly TreeRecord[];
  readonly next: string | undefined;
}

type Raw = Readonly<Record<string, unknown>>;

/** Records of one level that are read at a time. */
const EACH = '100';

/** The records directly below one, or those at the top: in their order by hand where they have one, else as lists are sorted. */
export async function readBranch(
  collection: ServedDescription,
  field: string,
  parent: string | null,
  after?: string,
): Promise<BranchPage> {
  const { order, sort, title_field } = collection;
  const query: [string, string][] = [
    ...versionQuery(collection),
    ['fields', [...new Set([field, title_field])].filter((name) => name !== 'id').join()],
    ['sort', order?.within === field ? order.field : sort],
    ['can', '1'],
    ['count', EACH],
    parent === null ? [`filter[${field}][null]`, 'true'] : [`filter[${field}][eq]`, parent],
    ...(after === undefined ? [] : [['after', after] as [string, string]]),
  ];
  const answer = await connection.response('GET', collection.path, { query });
  const { items, next } = readExact(await answer.text()) as { items: readonly Raw[]; next: string | null };
  const counts = await countBelow(
    collection,
    field,
    items.map(({ id }) => digitsOf(id) ?? ''),
  );
  const records = items.map((record) => {
    const id = digitsOf(record.id) ?? '';
    return {
      id,
      title: String(record[title_field] ?? ''),
      parent,
      mayMove: (record.can as Raw | undefined)?.update !== false,
      below: counts?.get(id) ?? (counts && 0),
    };
  });
  return { records, next: next ?? undefined };
}

/** How many records stand directly below each of these, in one request. */
async function countBelow(collection: ServedDescription, field: string, ids: readonly string[]) {
  if (ids.length === 0 || collection.actions.aggregate === undefined) return undefined;
  const query: [string, string][] = [
    ...versionQuery(collection),
    ['select', 'count'],
    ['group', field],
    [`filter[${field}][in]`, ids.join()],
    ['count', EACH],
  ];
  const answer = await connection.response('GET', `${collection.path}/aggregate`, { query });
  const { items } = readExact(await answer.text()) as { items: readonly Raw[] };
  return new Map(items.map((one) => [digitsOf((one.group as Raw)[field]) ?? '', Number(one.count)]));
}

/** The records above one, from the top down, with their titles. */
export async function readAncestors(collection: ServedDescription, id: string) {
  const { title_field } = collection;
  const query: [string, string][] = [...versionQuery(collection), ['fields', title_field]];
  const answer = await connection.response('GET', `${recordPath(collection, id)}/ancestors`, { query });
  const { items } = readExact(await answer.text()) as { items: readonly Raw[] };
  return items.map((record) => ({ id: digitsOf(record.id) ?? '', title: String(record[title_field] ?? '') }));
}
