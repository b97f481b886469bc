import type { FindConcerns } from '../../module/concern.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { type ImportRecord, importCollection, pageOfImport } from './import.collection.ts';
import { message } from './messages/message.ts';

/** What failed before has been dealt with, or is let be. */
const RECENT_MS = 14 * DAY_MS;

/** Imports and bulk changes of anybody that have failed lately, by collection, each with the page of the latest. */
export function importConcerns({ catalogue, database: { query, reads } }: RecordStore): FindConcerns {
  const failed = query
    .selectFrom(importCollection.name)
    .select((e) => ['collection', 'action', e.fn.countAll().as('imports'), e.fn.max('id').as('latest')])
    .where('state', 'in', ['failed', 'undo_failed'])
    .groupBy(['collection', 'action'])
    .orderBy('collection')
    .orderBy('action');
  return async () => {
    const found = await reads.all(failed.where('time', '>', Date.now() - RECENT_MS).compile());
    return found.flatMap(({ collection, action, imports, latest }) => {
      const served = catalogue.served.find(({ name }) => name === collection);
      if (!served) return [];
      const one = { action: action as ImportRecord['action'], id: latest as bigint };
      const key = action === 'import' ? 'importsFailed' : 'bulkChangesFailed';
      const text = message(key, { label: served.label, count: Number(imports) });
      return [{ text, page: pageOfImport(served.name, one) }];
    });
  };
}
