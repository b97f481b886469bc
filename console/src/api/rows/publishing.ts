import { languageQuery } from '../../form/languages.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { rowPath } from './row-path.ts';

/** What can be decided on a draft. */
export type Decision = 'publish' | 'unpublish' | 'discard';

interface Terms {
  /** The state of the draft that is decided on. */
  readonly etag: string | undefined;
  /** Later, at this time; null takes a plan back. */
  readonly at?: number | null;
}

/** Decides what readers see of a draft, or gives it back the values that they see. */
export async function decide(
  record: ServedDescription,
  id: string,
  decision: Decision,
  { etag, at }: Terms,
): Promise<void> {
  await connection.request('POST', `${rowPath(record, id)}/${decision}`, {
    query: languageQuery(record.fields),
    headers: { 'if-match': etag },
    ...(at !== undefined && { body: { at } }),
  });
}
