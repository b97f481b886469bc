import { languageQuery } from '../../form/languages.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordPath } from './record-path.ts';

/** What can be decided on a draft. */
export type Decision = 'publish' | 'unpublish' | 'discard';

interface DecisionOptions {
  /** The ETag of the draft. */
  readonly etag: string | undefined;
  /** Plans it for this time; null removes the plan. */
  readonly at?: number | null;
}

/** Publishes, unpublishes or discards a draft. */
export async function decide(
  collection: ServedDescription,
  id: string,
  decision: Decision,
  { etag, at }: DecisionOptions,
): Promise<void> {
  await connection.request('POST', `${recordPath(collection, id)}/${decision}`, {
    query: languageQuery(collection.fields),
    headers: { 'if-match': etag },
    ...(at !== undefined && { body: { at } }),
  });
}
