import type { Fields } from './field.ts';
import { choice } from './fields/choice.ts';
import { dateTime } from './fields/date-time.ts';

/** What readers see of a row: nothing, what its draft holds, or something older. */
const PUBLICATIONS = ['draft', 'published', 'changed'] as const;

/** What the server keeps with each draft. */
export const DRAFT_FIELDS: Fields = {
  publication: choice(PUBLICATIONS, {
    default: 'draft',
    label: { zh: '发布状态', en: 'Publication' },
    help: {
      zh: '草稿：读者看不到；已发布：读者看到的就是草稿；有改动：读者看到的是较早的版本',
      en: 'draft: readers see nothing; published: they see what the draft holds; changed: they see an older version',
    },
  }),
  published_time: dateTime({ label: { zh: '发布时间', en: 'Published' } }),
  publish_time: dateTime({ label: { zh: '定时发布', en: 'To be published' } }),
  unpublish_time: dateTime({ label: { zh: '定时撤下', en: 'To be unpublished' } }),
};

const SUFFIX = '_drafts';

/** As long as the name of a record with drafts may be: that of its drafts is longer. */
export const MOST_DRAFTED_NAME = 40 - SUFFIX.length;

/** The name of the record that holds a record's drafts. */
export function draftName(record: string): string {
  return `${record}${SUFFIX}`;
}
