import { languageName } from '../../form/languages.ts';
import { language } from '../../texts/index.ts';
import type { Description, Locale } from '../definitions.ts';
import { type ListAsk, type ListedRow, type RowPage, readRows, type rowClient } from './row-list.ts';

/** As many ids as one comparison takes. */
const EACH = 100;

interface Content {
  readonly record: Description;
  readonly locales: readonly Locale[];
}

/** A page of a list in one language. Of each text that was taken from another language, it tells from which. */
export async function readSpoken(
  client: ReturnType<typeof rowClient>,
  ask: ListAsk,
  { record, locales }: Content,
): Promise<RowPage> {
  const page = await readRows(client, ask);
  const chain = chainOf(ask.locale ?? '', locales);
  const fields = (ask.fields ?? []).filter((name) =>
    record.fields.some((field) => field.name === name && field.locale !== undefined),
  );
  if (chain.length === 1 || fields.length === 0) return page;
  const ids = page.items.map(({ id }) => id);
  const portions = Array.from({ length: Math.ceil(ids.length / EACH) }, (_, at) =>
    ids.slice(at * EACH, (at + 1) * EACH),
  );
  const locale = chain.join();
  const answers = await Promise.all(
    portions.map((some) =>
      readRows(client, { filter: { id: { in: some.join() } }, fields, locale, sort: 'id', count: EACH }),
    ),
  );
  const texts = new Map(answers.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
  const spokenOf = ({ id }: ListedRow) =>
    Object.fromEntries(
      fields.flatMap((name) => {
        const inEach = (texts.get(id)?.[name] ?? {}) as Readonly<Record<string, unknown>>; // a text by language
        const code = chain.find((one) => (inEach[one] ?? null) !== null);
        return code === undefined || code === chain[0] ? [] : [[name, markOf(code)] as const];
      }),
    );
  return { ...page, items: page.items.map((row) => ({ ...row, spoken: spokenOf(row) })) };
}

/** Its name follows the language of the reader. */
const markOf = (code: string) => ({
  code,
  get name() {
    return languageName(code, language.value);
  },
});

/** Where a text in a language is looked for, in turn. */
function chainOf(name: string, locales: readonly Locale[]): readonly string[] {
  const own = locales.find((one) => one.name === name)?.fallbacks ?? [];
  const first = locales[0]?.name;
  return [...new Set([name, ...own, ...(first === undefined ? [] : [first])])];
}
