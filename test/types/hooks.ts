// Nothing here runs: the compiler checks it.
import {
  choice,
  defineCollection,
  integer,
  references,
  refuse,
  slug,
  text,
} from '../../server/definitions/index.ts';

const fields = {
  title: text({ max: 50, required: true }),
  count: integer({ default: 0 }),
  state: choice(['draft', 'live'], { default: 'draft' }),
  name: slug({ from: 'title' }),
  tags: references('tag'),
} as const;

defineCollection({
  name: 'told',
  label: 'x',
  audit: 'full',
  fields,
  hooks: {
    beforeCreate({ values, actor, records, time, requestId }) {
      const title: string = values.title;
      const open: string | null = values.name;
      const count: number = values.count;
      // @ts-expect-error a slug may still be made
      const made: string = values.name;
      // @ts-expect-error no such field
      values.nothing;
      // @ts-expect-error values are not for writing
      values.title = 'x';
      void [
        title,
        open,
        count,
        made,
        actor.id satisfies bigint,
        time satisfies number,
        requestId satisfies string,
      ];
      void records.find('tag', 1n).then((record) => record?.id satisfies bigint | undefined);
      if (values.state === 'live') refuse('no');
      // @ts-expect-error no such state
      if (values.state === 'gone') return { title: 'x' };
      return { count: 1, state: 'live' };
    },
    beforeUpdate({ record, changes }) {
      const sent: number | undefined = changes.count;
      const kept: number = record.count;
      if (sent === kept) return undefined;
      return Promise.resolve({ title: record.title });
    },
    async afterUpdate({ record, before }) {
      void [record.update_time satisfies number, before.tags satisfies readonly bigint[]];
      // @ts-expect-error no such field
      void record.nothing;
    },
    afterCommit({ action, record, before }) {
      // @ts-expect-error a new record has no before
      void before.id;
      void [action satisfies string, record.is_deleted satisfies boolean];
    },
  },
});

defineCollection({
  name: 'none',
  label: 'x',
  audit: 'none',
  fields,
  hooks: {
    // @ts-expect-error count is a number
    beforeCreate: () => ({ count: 'many' }),
    // @ts-expect-error no such field
    async beforeUpdate() {
      return { nothing: 1 };
    },
    // @ts-expect-error records of this audit form tell no time
    afterCreate: ({ record }) => void record.create_time,
  },
});

// @ts-expect-error no such hook
defineCollection({ name: 'more', label: 'x', audit: 'none', fields, hooks: { beforeEverything() {} } });

defineCollection({
  name: 'silent',
  label: 'x',
  audit: 'creation',
  fields,
  hooks: {
    beforeCreate() {},
    async beforeUpdate() {},
    beforeDelete: ({ record }) => void record.create_user_id,
  },
});
