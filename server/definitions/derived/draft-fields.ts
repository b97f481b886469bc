import type { Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import { MAX_NAME } from '../checks/option-checks.ts';
import type { Fields } from '../field.ts';
import { choice } from '../fields/choice.ts';
import { dateTime } from '../fields/date-time.ts';

/** The publication states of a row: not published, published as its draft is, or published with an older content. */
const PUBLICATIONS = ['draft', 'published', 'changed'] as const;

/** A text of the server's own, in the form that fields have. */
function inEach(
  key:
    | 'publication'
    | 'publicationHelp'
    | 'publicationDraft'
    | 'publicationPublished'
    | 'publicationChanged'
    | 'publishedAt'
    | 'toBePublished'
    | 'toBeUnpublished',
): Readonly<Record<Language, string>> {
  return { zh: render(message(key), 'zh'), en: render(message(key), 'en') };
}

/** The server's fields of each draft. */
export const DRAFT_FIELDS: Fields = {
  publication: choice(PUBLICATIONS, {
    default: 'draft',
    label: inEach('publication'),
    help: inEach('publicationHelp'),
    words: {
      draft: inEach('publicationDraft'),
      published: inEach('publicationPublished'),
      changed: inEach('publicationChanged'),
    },
  }),
  published_time: dateTime({ label: inEach('publishedAt') }),
  publish_time: dateTime({ label: inEach('toBePublished') }),
  unpublish_time: dateTime({ label: inEach('toBeUnpublished') }),
};

const SUFFIX = '_drafts';

/** The longest name of a record with drafts, which needs room for the suffix. */
export const MOST_DRAFTED_NAME = MAX_NAME - SUFFIX.length;

/** The name of the record that holds a record's drafts. */
export function draftName(record: string): string {
  return `${record}${SUFFIX}`;
}
