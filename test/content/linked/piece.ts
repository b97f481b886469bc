import {
  boolean,
  defineCollection,
  group,
  type HookEvent,
  list,
  reference,
  references,
  text,
} from 'quire-cms';
import { openToUsers } from './shared/open-to-users.ts';

/** Refers in every way that a deletion takes back, to others and to its like. Only one piece of a topic is on top. */
export default defineCollection({
  name: 'piece',
  label: 'Piece',
  path: '/v1/piece',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true, unique: true }),
    main: reference('topic', { onDelete: 'detach' }),
    topics: references('topic', { onDelete: 'detach' }),
    related: references('piece', { onDelete: 'detach' }),
    parts: list(
      group({ heading: text({ max: 20, default: '' }), about: reference('topic', { onDelete: 'detach' }) }),
      { max: 5 },
    ),
    on_top: boolean({ default: false }),
  },
  hooks: {
    afterCreate: ({ record, records }) => keepAlone(record, records),
    async afterUpdate({ record, before, records }) {
      if (!before.on_top) await keepAlone(record, records);
      if (isTraced(record) && !isTraced(before)) await records.create('trace', { words: record.title });
    },
  },
  access: openToUsers,
});

function isTraced({ title }: { readonly title: string }): boolean {
  return title.endsWith('traced');
}

async function keepAlone(
  record: { readonly id: bigint; readonly on_top: boolean },
  records: HookEvent['records'],
): Promise<void> {
  if (!record.on_top) return;
  for (const { id } of await records.where('piece', { on_top: true }))
    if (id !== record.id) await records.update('piece', id, { on_top: false });
}
