import { type CommandDefinition, defineCommand, refuse } from 'quire-cms';
import { freeSlug, type Pages } from './hooks.ts';

/** Gives a slug to the records that had none before the plug-in came. */
export function fillSlugs(pages: Pages): CommandDefinition {
  return defineCommand({
    name: 'fill-slugs',
    usage: '<collection>',
    label: { en: 'Gives a slug to each record that has none', zh: '为没有网址名的记录生成网址名' },
    async run({ args: [collection = ''], records }) {
      const page = pages[collection];
      if (!page) return refuse(`name a collection: ${Object.keys(pages).join(', ')}`);
      let filled = 0;
      for await (const record of records.each(collection, { slug: null })) {
        const slug = await freeSlug(records, collection, String(record[page.from] ?? ''));
        await records.update(collection, record.id, { slug });
        filled += 1;
      }
      console.log(`${filled} slugs filled`);
    },
  });
}
