import type { ServedDescription } from '../definitions.ts';
import { type ListedRecord, readRecords, recordClient } from './record-list.ts';

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

/** Records of one level that are read at a time. */
const EACH = 100;

/** The records directly below one, or those at the top: in their order by hand where they have one, else as lists are sorted. */
export async function readBranch(
  collection: ServedDescription,
  field: string,
  parent: string | null,
  after?: string,
): Promise<BranchPage> {
  const { order, sort, title_field } = collection;
  const { items, next } = await readRecords(recordClient(collection), {
    fields: [...new Set([field, title_field])].filter((name) => name !== 'id'),
    sort: order?.within === field ? order.field : sort,
    can: true,
    count: EACH,
    filter: { [field]: parent === null ? { null: true } : { eq: parent } },
    ...(after !== undefined && { after }),
  });
  const counts = await countBelow(
    collection,
    field,
    items.map(({ id }) => id),
  );
  const records = items.map((record) => ({
    id: record.id,
    title: String(record[title_field] ?? ''),
    parent,
    mayMove: record.can?.update !== false,
    below: counts?.get(record.id) ?? (counts && 0),
  }));
  return { records, next: next ?? undefined };
}

/** How many records stand directly below each of these, in one request. */
async function countBelow(collection: ServedDescription, field: string, ids: readonly string[]) {
  if (ids.length === 0 || collection.actions.aggregate === undefined) return undefined;
  const { items } = await recordClient(collection).aggregate({
    group: [field],
    filter: { [field]: { in: ids.join() } },
    count: EACH,
  });
  return new Map(items.map(({ group, count }) => [String(group[field]), count]));
}

/** The records above one, from the top down, with their titles. */
export async function readAncestors(collection: ServedDescription, id: string) {
  const { title_field } = collection;
  const above = await recordClient(collection).ancestors(id, { fields: [title_field] });
  const records = above as unknown as readonly ListedRecord[]; // names of fields are known at run time alone
  return records.map((record) => ({ id: record.id, title: String(record[title_field] ?? '') }));
}
