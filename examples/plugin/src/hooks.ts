import { type PluginHooks, type Records, refuse } from 'quire-cms';
import { say } from './texts.ts';

/** How the slug of a collection is made, and where its pages are. */
export interface Page {
  /** The text field from which a slug is made if none is sent. */
  readonly from: string;
  /** What stands before the slug in the address of a page, such as `/articles/`. */
  readonly path: string;
}

/** By the name of the collection. */
export type Pages = Readonly<Record<string, Page>>;

const MOST_LETTERS = 100;

/** Fills a slug that is missing, and keeps the one that a record had. */
export function hooksOf(pages: Pages): PluginHooks {
  const textOf = (collection: string, values: Readonly<Record<string, unknown>>) =>
    String(values[pages[collection]?.from ?? ''] ?? '');
  return {
    only: Object.keys(pages),
    async beforeCreate({ collection, values, records }) {
      if (values.slug) return undefined;
      return { slug: await freeSlug(records, collection, textOf(collection, values)) };
    },
    async beforeUpdate({ collection, record, changes, records }) {
      if (!('slug' in changes) || changes.slug) return undefined;
      return { slug: await freeSlug(records, collection, textOf(collection, { ...record, ...changes })) };
    },
    afterCreate: ({ collection, record, records }) => release(records, collection, record.slug),
    async afterUpdate({ collection, record, before, records }) {
      if (record.slug === before.slug) return;
      await release(records, collection, record.slug);
      if (before.slug)
        await records.upsert('redirect', 'collection,slug', {
          collection,
          slug: before.slug,
          record: record.id,
        });
    },
    async afterPurge({ collection, record, records }) {
      for (const { id } of await records.where('redirect', { collection, record: record.id }))
        await records.remove('redirect', id);
    },
  };
}

/** What is in use again leads nowhere else. */
async function release(records: Records, collection: string, slug: unknown): Promise<void> {
  const former = await records.find('redirect', { collection, slug: String(slug) });
  if (former) await records.remove('redirect', former.id);
}

/** The text as a slug, with a number if another record has it. */
export async function freeSlug(records: Records, collection: string, text: string): Promise<string> {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (!words) refuse(say('noLetters'), 'slug');
  const slug = words.join('-').slice(0, MOST_LETTERS - 4);
  for (let number = 1; number < 1000; number += 1) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!(await records.exists(collection, { slug: numbered }))) return numbered;
  }
  return refuse(say('tooMany', { slug }), 'slug');
}
