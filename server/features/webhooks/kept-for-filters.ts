import { changeHead } from '../../records/changes/change.record.ts';
import type { Records } from '../../records/records.ts';
import type { ColumnNames } from '../../records/rows/kept-columns.ts';
import type { Writes } from '../../records/write/writes.ts';
import { columnsOfFilter } from './filter.ts';
import { type Webhook, webhook } from './webhook.record.ts';

/**
 * Makes the feed keep the columns of all webhooks' filters. Paused webhooks count, because they continue where they stopped.
 */
export async function keepForFilters(records: Records): Promise<void> {
  const { kept } = records.changes;
  const known = kept.names;
  const filtered = await records.reads.where(webhook, (select) => select.where('filter', 'is not', null));
  kept.replace(known, merged(filtered.flatMap((hook) => columnsOfFilter(records, hook))));
}

/** Makes the feed of this process keep the columns of one filter from now on; other processes follow within a second. */
export function keepForFilter(records: Records, hook: Pick<Webhook, 'filter' | 'records'>): void {
  for (const [record, columns] of columnsOfFilter(records, hook)) records.changes.kept.add(record, columns);
}

/** Records that values of these rows are kept, so that a purge looks for them. */
export async function noteFilter(writes: Writes, { filter, records }: Pick<Webhook, 'filter' | 'records'>) {
  if (filter === null || !Array.isArray(records)) return;
  const head = await writes.first(changeHead, (select) => select);
  const noted = Array.isArray(head?.conditioned) ? head.conditioned : [];
  const all = [...new Set([...noted, ...records])];
  if (head && all.length > noted.length) await writes.update(changeHead, head.id, { conditioned: all });
}

function merged(columns: readonly [string, ReadonlySet<string>][]): ColumnNames {
  const names = new Map<string, ReadonlySet<string>>();
  for (const [record, some] of columns) names.set(record, some.union(names.get(record) ?? new Set()));
  return names;
}
