// Nothing here runs: the compiler checks it.
import { defineIsolatedPlugin, refuse } from '../../server/definitions/index.ts';

function wordsIn(text: unknown) {
  const words = String(text).split(/\s+/).length;
  if (words > 10_000) refuse('has more than 10,000 words', 'body');
  return { words };
}

defineIsolatedPlugin({
  hooks: {
    post: {
      beforeCreate: ({ values, settings }) => wordsIn(values.body ?? settings.standard),
      beforeUpdate: ({ changes }) => ('body' in changes ? wordsIn(changes.body) : undefined),
      // A hook without an answer has a body of its own.
      beforeDelete({ record }) {
        if (record.kept === true) refuse('is kept');
      },
      async afterCommit({ action, record, records, delivery }) {
        if (action !== 'create') return;
        const answer = await fetch('https://api.example.com/', { method: 'POST', body: delivery });
        await records.update('post', Number(record.id), { state: String(answer.status) });
      },
      // @ts-expect-error: a write is held up by it, so it has no records
      afterCreate: ({ records }) => records.list('post'),
    },
  },
  parts: {
    async totals({ records, language }) {
      const posts = await records.list('post');
      return [{ kind: 'number', label: language === 'zh' ? '文章' : 'Posts', value: posts.length }];
    },
    // @ts-expect-error: what is shown is a list
    none: () => ({ kind: 'text', text: 'alone' }),
    // @ts-expect-error: who looks at a page sends nothing
    mailing: ({ send }) => send('note'),
  },
  actions: {
    async close({ ids, values, records, send }) {
      for (const id of ids) await records.update('post', id, { note: values.note });
      await send('note', { values: { count: ids.length } });
    },
    tell: ({ ids }) => ({ message: { en: `Told ${ids.length}`, zh: `已告知 ${ids.length}` } }),
    // @ts-expect-error: a message is text, or text by language
    wrong: () => ({ message: 7 }),
  },
  jobs: {
    tidy: async ({ records, due }) => {
      for (const { id } of await records.list('post', { where: { state: 'old' }, count: 100 }))
        await records.remove('post', Number(id));
      return due;
    },
  },
});

defineIsolatedPlugin({
  hooks: {
    post: {
      // @ts-expect-error: there is no such hook
      beforeLunch: () => undefined,
    },
  },
});
