import { message } from '../../messages/message.ts';
import { MAX_NAME } from '../checks/option-checks.ts';
import type { Field } from '../field.ts';
import { choice } from '../fields/choice.ts';
import { dateTime } from '../fields/date-time.ts';

/** The publication states of a record: not published, published as its draft is, or published with an older content. */
const PUBLICATIONS = ['draft', 'published', 'changed'] as const;

/** The server's fields of each draft. */
export const DRAFT_FIELDS = {
  publication: choice(PUBLICATIONS, {
    default: 'draft',
    label: message('publication'),
    help: message('publicationHelp'),
    words: {
      draft: message('publicationDraft'),
      published: message('publicationPublished'),
      changed: message('publicationChanged'),
    },
    colors: { draft: 'gray', published: 'green', changed: 'yellow' },
  }),
  published_time: dateTime({ label: message('publishedAt') }),
  publish_time: dateTime({ label: message('toBePublished') }),
  unpublish_time: dateTime({ label: message('toBeUnpublished') }),
} satisfies Readonly<Record<string, Field>>;

export type DraftField = keyof typeof DRAFT_FIELDS;

const SUFFIX = '_drafts';

/** The longest name of a collection with drafts, which needs room for the suffix. */
export const MOST_DRAFTED_NAME = MAX_NAME - SUFFIX.length;

/** The name of the collection that holds a collection's drafts. */
export function draftName(collection: string): string {
  return `${collection}${SUFFIX}`;
}
