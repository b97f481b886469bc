import type { ServedDescription } from '../../../api/definitions.ts';
import { decide } from '../../../api/records/publishing.ts';
import { recordWriterOf } from '../../../api/records/record-writer.ts';
import { randomKey } from '../../../edits/unsaved-edit.ts';
import { t } from '../../../texts/tasks.ts';
import { valuesOfCopy } from './copy-record.ts';

/** What is done with each of the selected records. */
export type RecordAct =
  | { readonly does: 'publish' | 'unpublish'; readonly at?: number }
  | { readonly does: 'duplicate' };

/** Does it with one record. Returns the request that undoes it; undefined for what has a way back of its own. */
export async function actOn(
  collection: ServedDescription,
  act: RecordAct,
  id: string,
): Promise<string | undefined> {
  if (act.does === 'duplicate') return duplicate(collection, id);
  const { at } = act;
  await decide(collection, id, act.does, { etag: undefined, ...(at !== undefined && { at }) });
  return undefined;
}

async function duplicate(collection: ServedDescription, id: string): Promise<string> {
  const writer = recordWriterOf(collection);
  const { values } = await writer.read(id);
  const made = await writer.create(valuesOfCopy(collection, values, t.bulk.copyOf), randomKey());
  return made.request;
}
