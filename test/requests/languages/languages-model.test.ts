import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chainOf, readLocales } from '../../../server/definitions/locales.ts';
import type { Page } from '../../support/bodies.ts';
import type { Plain } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

const locales = readLocales('zh,en>de,de') ?? [];
const NAMES = ['zh', 'en', 'de'];
const FIELDS = ['title', 'lead'] as const;
const app = await freshApp({ contentDir: 'test/content/paper', locales });
const { root } = app;
const { beginInTurn, settled } = importsInto(app, '/v1/article');

type Text = string | null;
type Field = (typeof FIELDS)[number];
/** What the model holds of a record: each field in each language. */
type Held = Record<Field, Record<string, Text>>;
type WhichRecords = Map<number, Held>;

const columnOf = (field: string, locale: string) => (locale === 'zh' ? field : `${field}__${locale}`);
const shown = (texts: Record<string, Text>, locale: string, fallback: boolean): Text => {
  const chain = fallback ? chainOf(locales, locale) : [locale];
  return chain.map((name) => texts[name] ?? null).find((text) => text !== null) ?? null;
};
const compare = (one: Text, other: Text) => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
};

const word = fc.constantFrom('a', 'B', 'b c', 'ä', '乙', '𠀀', 'Zz');
const text = fc.option(word, { freq: 3 });
const locale = fc.constantFrom(...NAMES);
const some = fc.dictionary(locale, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const change = fc.record({ title: fc.oneof(some, word), lead: fc.oneof(some, text) }, { requiredKeys: [] });
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), title: word, lead: some }),
  fc.record({
    kind: fc.constantFrom('PATCH' as const, 'PUT' as const, 'bulk' as const, 'import' as const),
    row: fc.nat(),
    locale: fc.option(fc.constantFrom(...NAMES, 'all')),
    change,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the model makes of a change; undefined if it must be refused. */
function changed(
  before: Held,
  { kind, locale, change }: Exclude<Step, { kind: 'create' }>,
): Held | undefined {
  const spoken = kind === 'bulk' || kind === 'import' ? null : locale;
  const named = spoken === 'all' ? NAMES : [spoken ?? 'zh'];
  const after = structuredClone(before);
  if (kind === 'PUT') for (const name of named) for (const field of FIELDS) after[field][name] = null;
  for (const field of FIELDS) {
    const value = change[field];
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) Object.assign(after[field], value);
    else if (spoken === 'all' && value !== null) return undefined;
    else for (const name of named) after[field][name] = value;
  }
  return after.title.zh === null ? undefined : after;
}

async function apply(records: WhichRecords, one: Step): Promise<void> {
  if (one.kind === 'create') {
    const { title, lead } = one;
    const id = await root.make('/v1/article', { title, lead });
    records.set(id, { title: { zh: title }, lead });
    return;
  }
  const { kind, row: record, locale, change } = one;
  const id = [...records.keys()][record % records.size];
  if (id === undefined) return;
  const after = changed(records.get(id) as Held, one);
  const isDone = await write(kind, id, locale, change);
  assert.equal(isDone, after !== undefined, JSON.stringify({ one, held: records.get(id) }));
  if (after) records.set(id, after);
}

async function write(kind: string, id: number, locale: string | null, change: object): Promise<boolean> {
  switch (kind) {
    case 'bulk': {
      const items = [{ action: 'update', id, values: change }];
      return (await root.ask('POST /v1/article/bulk', { items })).status === 200;
    }
    case 'import': {
      const begun = await beginInTurn('format=jsonl&key=id', JSON.stringify({ id, ...change }));
      return (await settled(begun.body.id)).refused === 0;
    }
    default: {
      const query = locale === null ? '' : `?locale=${locale}`;
      return (await root.ask(`${kind} /v1/article/${id}${query}`, change)).status === 200;
    }
  }
}

const titlesIn = (items: Page<Plain>['items']) => items.map(({ id, title, lead }) => [id, title, lead]);

async function compareAll(records: WhichRecords): Promise<void> {
  const ids = [...records.keys()];
  if (ids.length === 0) return;
  const among = `filter[id][gte]=${ids[0]}&count=100`;
  const every = [...records];
  for (const name of NAMES)
    for (const fallback of [true, false]) {
      const query = `${among}&locale=${name}&fallback=${fallback}`;
      const wanted = every.map(([id, held]) => [
        id,
        ...FIELDS.map((field) => shown(held[field], name, fallback)),
      ]);
      const listed = await root.list(`/v1/article?${query}`);
      assert.deepEqual(titlesIn(listed), wanted, query);
      const [first] = ids;
      const one = await root.read(`/v1/article/${first}?locale=${name}&fallback=${fallback}`);
      assert.deepEqual([one.id, one.title, one.lead], wanted[0], 'by id');
      for (const sign of ['', '-']) {
        const order = [...wanted].sort(
          (a, b) => (sign ? -1 : 1) * (compare(a[1] as Text, b[1] as Text) || Number(a[0]) - Number(b[0])),
        );
        assert.deepEqual(titlesIn(await inPages(`${query}&sort=${sign}title`)), order, `${query} ${sign}`);
      }
      const meets: [string, (value: Text) => boolean][] = [
        ['[title][eq]=B', (value) => value === 'B'],
        ['[title][ne]=B', (value) => value !== 'B'],
        ['[title][in]=B,ä', (value) => value === 'B' || value === 'ä'],
        ['[title][gt]=a', (value) => value !== null && compare(value, 'a') > 0],
        ['[title][null]=true', (value) => value === null],
        ['[title][null]=false', (value) => value !== null],
        ['[title][contains]=c', (value) => value?.includes('c') === true],
        ['[title][starts]=b', (value) => value?.startsWith('b') === true],
      ];
      for (const [filter, isMet] of meets) {
        const found = await root.list(`/v1/article?${query}&filter${encodeURI(filter)}`);
        assert.deepEqual(
          found.map(({ id }) => id),
          wanted.filter(([, title]) => isMet(title as Text)).map(([id]) => id),
          `${query} ${filter}`,
        );
      }
    }
  const all = await root.list(`/v1/article?${among}&locale=all&fields=title,lead`);
  assert.deepEqual(
    all,
    every.map(([id, held]) => ({ id, ...inAll(held) })),
  );
  await compareMissing(among, every);
  await compareFiles(among, every);
}

function inAll(held: Held): Held {
  const whole = (texts: Record<string, Text>) =>
    Object.fromEntries(NAMES.map((name) => [name, texts[name] ?? null]));
  return { title: whole(held.title), lead: whole(held.lead) };
}

async function inPages(query: string): Promise<Page<Plain>['items']> {
  const items: Record<string, unknown>[] = [];
  for (let after = ''; ; ) {
    const page = await root.read<Page<Plain>>(`/v1/article?${query.replace('count=100', 'count=3')}${after}`);
    items.push(...page.items);
    if (page.next === null) return items;
    after = `&after=${page.next}`;
  }
}

async function compareMissing(among: string, every: readonly [number, Held][]): Promise<void> {
  for (const name of NAMES) {
    const lacks = (texts: Record<string, Text>) =>
      (texts[name] ?? null) === null && Object.values(texts).some((one) => one !== null);
    const slugs = (held: Held) => ({ ...held.title, zh: 'made' }); // made beside each title, and kept without it
    const found = await root.list(`/v1/article?${among}&missing=${name}&filter[slug][null]=false&fields=id`);
    const wanted = every.filter(
      ([, held]) => FIELDS.some((field) => lacks(held[field])) || lacks(slugs(held)),
    );
    const ids = new Set(found.map(({ id }) => id));
    for (const [id] of wanted) assert.ok(ids.has(id), `missing=${name} ${id}`);
  }
}

/** A file holds each language as a column, and gives it back to the records that it is imported into. */
async function compareFiles(among: string, every: readonly [number, Held][]): Promise<void> {
  const query = among.replace('&count=100', '');
  const columns = FIELDS.flatMap((field) => NAMES.map((name) => columnOf(field, name)));
  const file = await root.get(`/v1/article/export?${query}&format=jsonl&fields=${columns}`);
  const records = file.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    records,
    every.map(([id, held]) => ({
      id,
      ...Object.fromEntries(
        FIELDS.flatMap((field) => NAMES.map((name) => [columnOf(field, name), held[field][name] ?? null])),
      ),
    })),
  );
  const csv = await root.get(`/v1/article/export?${query}&fields=${columns}`);
  const begun = await beginInTurn('key=id', csv.text);
  const done = await settled(begun.body.id);
  assert.deepEqual([done.updated, done.refused, done.unchanged], [0, 0, every.length], csv.text);
}

it('localised fields are, on every way, what a small model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const records: WhichRecords = new Map();
      await apply(records, { kind: 'create', title: 'a', lead: {} });
      for (const one of steps) await apply(records, one);
      await compareAll(records);
    }),
    { numRuns: 8 },
  );
});
