import { localeOf } from '../../form/languages.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordClient } from './record-list.ts';

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
  await recordClient(collection)[decision](id, {
    ...localeOf(collection.fields),
    ...(etag !== undefined && { ifMatch: etag }),
    ...(at !== undefined && { at }),
  });
}
