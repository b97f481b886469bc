import { type ColumnNames, changeHead, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { columnsOfFilter } from './filter.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

/**
 * Makes the feed keep the columns of all webhooks' filters. Paused webhooks count, because they continue where they stopped.
 */
export async function keepForFilters(store: RecordStore): Promise<void> {
  const { kept } = store.changes;
  const known = kept.names;
  const filtered = await store.reads.where(webhook, (select) => select.where('filter', 'is not', null));
  kept.replace(known, merged(filtered.flatMap((hook) => columnsOfFilter(store, hook))));
}

/** Makes the feed of this process keep the columns of one filter from now on; other processes follow within a second. */
export function keepForFilter(store: RecordStore, hook: Pick<Webhook, 'filter' | 'collections'>): void {
  for (const [collection, columns] of columnsOfFilter(store, hook))
    store.changes.kept.add(collection, columns);
}

/** Records that values of these records are kept, so that a purge looks for them. */
export async function noteFilter(
  writes: Writes,
  { filter, collections }: Pick<Webhook, 'filter' | 'collections'>,
) {
  if (filter === null || !Array.isArray(collections)) return;
  const head = await writes.first(changeHead, (select) => select);
  const noted = Array.isArray(head?.conditioned) ? head.conditioned : [];
  const all = [...new Set([...noted, ...collections])];
  if (head && all.length > noted.length) await writes.update(changeHead, head.id, { conditioned: all });
}

function merged(columns: readonly [string, ReadonlySet<string>][]): ColumnNames {
  const names = new Map<string, ReadonlySet<string>>();
  for (const [collection, some] of columns)
    names.set(collection, some.union(names.get(collection) ?? new Set()));
  return names;
}
