import { titleFrom } from '../../form/title-text.ts';
import type { ServedDescription } from '../definitions.ts';
import { decide } from './publishing.ts';
import { readRecords, recordClient } from './record-list.ts';
import { etagIfUnchanged } from './record-writer.ts';

/** What is to become of a draft at a time; a time that has passed is overdue. */
export interface Plan {
  readonly collection: ServedDescription;
  readonly id: string;
  readonly title: string;
  readonly does: 'publish' | 'unpublish';
  readonly time: number;
  /** Whether the caller may take it back. */
  readonly mayDecide: boolean;
}

/** What is planned for the drafts of a collection, the next first; overdue ones come before all others. */
export async function readPlans(collection: ServedDescription, count: number): Promise<readonly Plan[]> {
  const some = await Promise.all(
    (['publish', 'unpublish'] as const).map((does) => read(collection, does, count)),
  );
  return some.flat().toSorted((one, other) => one.time - other.time);
}

/** Changes the time of a plan, or removes it for null. Refused if the plan has changed. */
export async function replan(
  { collection, id, does }: Plan,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): Promise<void> {
  const etag = await etagIfUnchanged(collection, id, { [`${does}_time`]: from === null ? '' : String(from) });
  await decide(collection, id, does, { etag, at: to });
}

async function read(
  collection: ServedDescription,
  does: Plan['does'],
  count: number,
): Promise<readonly Plan[]> {
  const { title_field } = collection;
  const field = `${does}_time`;
  const { items } = await readRecords(recordClient(collection), {
    filter: { [field]: { null: false } },
    sort: field,
    fields: [...new Set([title_field, field])].filter((name) => name !== 'id'),
    can: true,
    count,
  });
  return items.map((record) => {
    const may = record.can?.publish === true;
    return {
      ...{ collection, does, time: Number(record[field]), mayDecide: may && collection.reviewed !== true },
      ...{ id: record.id, title: titleFrom(record[title_field]) },
    };
  });
}
