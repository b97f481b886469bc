import fc from 'fast-check';
import { chainOf, readLocales } from '../../../server/definitions/locales.ts';

/** A reference for a collection with drafts in three languages: what each operation makes of it, and what each reader sees. */
export const LOCALES = readLocales('en,fr>de,de') ?? [];
export const NAMES = ['en', 'fr', 'de'] as const;
const TRANSLATED = ['title', 'code'] as const;
export const COLUMNS = [
  ...TRANSLATED.flatMap((field) => NAMES.map((locale) => columnOf(field, locale))),
  'size',
  'kind',
  'note',
];

export type Value = string | number | null;
export type Values = Readonly<Record<string, Value>>;
export type Version = 'published' | 'draft';
export type Decision = 'publish' | 'unpublish';

/** One change of a record in one of its versions: the states before and after. */
export interface Step {
  readonly version: Version;
  readonly action: 'create' | 'update' | 'delete' | 'restore';
  /** What was decided, where that made the change. */
  readonly decision?: Decision;
  /** Whether a record is published again that had been unpublished. */
  readonly isAgain?: boolean;
  readonly was: Values;
  readonly is: Values;
}

export interface Edition {
  readonly owner: number;
  readonly draft: Values;
  /** What readers see, or saw last. */
  readonly published: Values | undefined;
  readonly isPublished: boolean;
  readonly isGone: boolean;
  readonly plans: Readonly<Record<Decision, number | null>>;
  readonly steps: readonly Step[];
}

export function columnOf(field: string, locale: string): string {
  return locale === 'en' ? field : `${field}__${locale}`;
}

/** A field as it reads in a language. */
export function shownIn(values: Values, field: string, locale: string, fallback = true): Value {
  const chain = fallback ? chainOf(LOCALES, locale) : [locale];
  return chain.map((name) => values[columnOf(field, name)] ?? null).find((text) => text !== null) ?? null;
}

export const EMPTY: Values = Object.fromEntries(COLUMNS.map((name) => [name, null]));
export const isSame = (one: Values, other: Values) => COLUMNS.every((name) => one[name] === other[name]);

export function publicationOf({ draft, published, isPublished }: Edition): string {
  if (!isPublished) return 'draft';
  return isSame(draft, published ?? EMPTY) ? 'published' : 'changed';
}

/** Whether a text that must be unique is another visible record's in the same language. */
function isTaken(all: Editions, id: number, version: Version, values: Values): boolean {
  const codes = NAMES.map((locale) => columnOf('code', locale));
  return [...all].some(([other, edition]) => {
    if (other === id || edition.isGone || (version === 'published' && !edition.isPublished)) return false;
    const theirs = version === 'draft' ? edition.draft : (edition.published ?? EMPTY);
    return codes.some((name) => values[name] !== null && values[name] === theirs[name]);
  });
}

export type Editions = ReadonlyMap<number, Edition>;

export function created(all: Editions, id: number, owner: number, values: Values): Edition | undefined {
  if (isTaken(all, id, 'draft', values)) return undefined;
  return {
    owner,
    draft: values,
    published: undefined,
    isPublished: false,
    isGone: false,
    plans: { publish: null, unpublish: null },
    steps: [{ version: 'draft', action: 'create', was: EMPTY, is: values }],
  };
}

/** Notes a change of a draft, also of what is kept with it alone. */
function noted(edition: Edition, after: Edition): Edition {
  const { draft: was } = edition;
  const step = { version: 'draft', action: 'update', was, is: after.draft } as const;
  return { ...after, steps: [...after.steps, step] };
}

export function written(all: Editions, id: number, edition: Edition, draft: Values): Edition | undefined {
  if (isTaken(all, id, 'draft', draft)) return undefined;
  return noted(edition, { ...edition, draft });
}

export function planned(edition: Edition, does: Decision, at: number | null): Edition {
  if (edition.plans[does] === at) return edition;
  return noted(edition, { ...edition, plans: { ...edition.plans, [does]: at } });
}

export function decided(all: Editions, id: number, edition: Edition, does: Decision): Edition | undefined {
  return does === 'publish' ? publish(all, id, edition) : unpublish(edition);
}

function publish(all: Editions, id: number, edition: Edition): Edition | undefined {
  const { draft, published, isPublished, plans } = edition;
  if (publicationOf(edition) === 'published') return planned(edition, 'publish', null);
  if (draft.title === null) return undefined;
  if (isTaken(all, id, 'published', draft)) return undefined;
  const was = published ?? EMPTY;
  const action = !published ? 'create' : isPublished ? 'update' : 'restore';
  const isAgain = action === 'restore';
  const step: Step = { version: 'published', action, decision: 'publish', was, is: draft, isAgain };
  return noted(edition, {
    ...edition,
    published: draft,
    isPublished: true,
    plans: { ...plans, publish: null },
    steps: [...edition.steps, step],
  });
}

function unpublish(edition: Edition): Edition {
  const { published: was = EMPTY, isPublished, plans, steps } = edition;
  if (!isPublished) return planned(edition, 'unpublish', null);
  return noted(edition, {
    ...edition,
    isPublished: false,
    plans: { ...plans, unpublish: null },
    steps: [...steps, { version: 'published', action: 'delete', decision: 'unpublish', was, is: was }],
  });
}

export function discarded(all: Editions, id: number, edition: Edition): Edition | undefined {
  const { published, isPublished } = edition;
  return isPublished && published ? written(all, id, edition, published) : undefined;
}

export function moved(edition: Edition, action: 'delete' | 'restore'): Edition {
  const { draft, published, isPublished, steps } = edition;
  const of = (version: Version, values: Values) => ({ version, action, was: values, is: values });
  const seen = isPublished && published ? [of('published', published)] : [];
  return { ...edition, isGone: action === 'delete', steps: [...steps, of('draft', draft), ...seen] };
}

export function isRestorable(all: Editions, id: number, { draft, published, isPublished }: Edition): boolean {
  return (
    !isTaken(all, id, 'draft', draft) && !(isPublished && isTaken(all, id, 'published', published ?? EMPTY))
  );
}

const word = fc.constantFrom('a', 'B', 'b c', 'ä', '乙', 'Zz');
const locale = fc.constantFrom(...NAMES);
const texts = fc.oneof(
  fc.dictionary(locale, fc.option(word, { freq: 4 }), { minKeys: 1, noNullPrototype: true }),
  word,
);
const code = fc.dictionary(locale, fc.option(fc.constantFrom('1', '2', '3', '4', '5', '6'), { freq: 3 }), {
  minKeys: 1,
  maxKeys: 1,
  noNullPrototype: true,
});
const change = fc.record(
  {
    title: texts,
    code,
    size: fc.option(fc.nat(9)),
    kind: fc.constantFrom('open', 'open', 'inside'),
    note: fc.option(fc.constantFrom('hush', 'whisper')),
  },
  { requiredKeys: [] },
);
export type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

/** The columns that a change names, in the language of a request where it names none. */
export function columnsOf(sent: Change, spoken: string): Values {
  const entries = Object.entries(sent).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([locale, text]) => [columnOf(name, locale), text] as const);
    const column = name === 'title' ? columnOf(name, spoken) : name;
    return [[column, value as Value] as const];
  });
  return Object.fromEntries(entries);
}

const record = fc.nat(1000);
const does = fc.constantFrom<Decision>('publish', 'publish', 'unpublish');
const weighed = <W extends string, V>(
  weight: number,
  what: W,
  values: { [K in keyof V]: fc.Arbitrary<V[K]> },
) => ({
  weight,
  arbitrary: fc.record({ what: fc.constant(what), row: record, ...values }) as unknown as fc.Arbitrary<
    { what: W; row: number } & V
  >,
});

export const operation = fc.oneof(
  weighed(3, 'create', { change }),
  weighed(6, 'patch', { change, spoken: fc.option(locale) }),
  weighed(6, 'decide', { does }),
  weighed(3, 'plan', { does }),
  weighed(1, 'unplan', { does }),
  weighed(2, 'time comes', {}),
  weighed(1, 'discard', {}),
  weighed(3, 'delete', {}),
  weighed(3, 'restore', {}),
  weighed(1, 'purge', {}),
  weighed(2, 'revise', { to: fc.nat(1000) }),
);
export type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;
