import { chunksOf } from '../../form/chunks.ts';
import { languageName } from '../../form/languages.ts';
import { fallbackChain } from '../../form/localised.ts';
import { language } from '../../texts/index.ts';
import type { Description, Locale } from '../definitions.ts';
import { IDS_PER_FILTER } from './record-filter.ts';
import {
  type ListedRecord,
  type ListQuery,
  type RecordPage,
  readRecords,
  type recordClient,
} from './record-list.ts';

interface Content {
  readonly collection: Description;
  readonly locales: readonly Locale[];
}

/** A page of a list in one language, with the languages of the texts that fell back to another one. */
export async function readLocalised(
  client: ReturnType<typeof recordClient>,
  query: ListQuery,
  { collection, locales }: Content,
): Promise<RecordPage> {
  const page = await readRecords(client, query);
  const chain = fallbackChain(query.locale ?? '', locales);
  const fields = (query.fields ?? []).filter((name) =>
    collection.fields.some((field) => field.name === name && field.locale !== undefined),
  );
  if (chain.length === 1 || fields.length === 0) return page;
  const ids = page.items.map(({ id }) => id);
  const locale = chain.join();
  const answers = await Promise.all(
    chunksOf(ids, IDS_PER_FILTER).map((some) => {
      const filter = { id: { in: some.join() } };
      return readRecords(client, { filter, fields, locale, sort: 'id', count: IDS_PER_FILTER });
    }),
  );
  const texts = new Map(answers.flatMap(({ items }) => items.map((record) => [record.id, record] as const)));
  const fallbacksOf = ({ id }: ListedRecord) =>
    Object.fromEntries(
      fields.flatMap((name) => {
        const inEach = (texts.get(id)?.[name] ?? {}) as Readonly<Record<string, unknown>>; // a text by language
        const code = chain.find((one) => (inEach[one] ?? null) !== null);
        return code === undefined || code === chain[0] ? [] : [[name, toLanguage(code)] as const];
      }),
    );
  return { ...page, items: page.items.map((record) => ({ ...record, fallbacks: fallbacksOf(record) })) };
}

/** Reads the name late, so that it follows the language of the console. */
const toLanguage = (code: string) => ({
  code,
  get name() {
    return languageName(code, language.value);
  },
});
