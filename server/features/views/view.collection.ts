import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection, json } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

/** Who sees a view: its owner alone, a group, or everybody who may read the collection. */
export const SCOPES = ['mine', 'group', 'everybody'] as const;

/** A saved view of a collection's records: filters, sorting, columns. Its creator owns it. */
export const view = defineCollection({
  name: 'quire_view',
  label: message('viewLabel'),
  audit: 'full',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    name: text({ max: 60, required: true }),
    scope: choice(SCOPES, { default: 'mine' }),
    group_id: bigint({ min: 1n }),
    /** The client's own words; the server only bounds it. */
    state: json({ max: 10_000, depth: 12 }),
  },
  indexes: [['collection', 'scope'], ['create_user_id']],
});

export type View = RecordOf<typeof view>;
