import type { Raw } from '../../database/engine.ts';
import { chainOf, type Definition, keyColumnOf, type Locales } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** The languages in which localised fields are read; without any, the default language. */
export interface RequestedLocales {
  /** The languages by name. Filters and sorts use the first. */
  readonly names: readonly string[];
  /** For one language, the languages to look for a text in, in turn. Several languages have no fallback. */
  readonly chain: readonly string[] | undefined;
}

/** The parameters of a request that choose languages. */
export interface LocaleQuery {
  /** One language, several with commas, or `all`. */
  readonly locale?: string;
  /** Whether a missing text is taken from another language; true by default. */
  readonly fallback?: boolean;
}

const ALL = 'all';

/** Reads `locale=en`. Throws for an unknown language, and names those that exist. */
export function readLocales(
  declared: Locales,
  { locale, fallback = true }: LocaleQuery,
  parameter: 'locale' | 'missing' = 'locale',
): RequestedLocales | undefined {
  if (locale === undefined || declared.length === 0) return undefined;
  const known = declared.map(({ name }) => name);
  const named = locale === ALL ? known : [...new Set(locale.split(','))];
  if (named.length === 0 || named.some((name) => !known.includes(name)))
    throw badParameters({ [parameter]: message('notOneOf', { allowed: [...known, ALL] }) });
  const [first = '', ...others] = named;
  if (locale === ALL || others.length > 0) return { names: named, chain: undefined };
  return { names: named, chain: fallback ? chainOf(declared, first) : [first] };
}

/** The columns to look for a field's text in, or for its sort key, in turn; undefined if it is read as it is. */
export function sourcesOf(
  definition: Definition,
  name: string,
  locales: RequestedLocales | undefined,
): readonly string[] | undefined {
  const { localised, sortKeys } = definition;
  const key = sortKeys.get(name);
  if (key) return sourcesOf(definition, key.of, locales)?.map(keyColumnOf);
  const columns = locales?.chain && localised.get(name);
  if (!columns) return undefined;
  const sources = locales.chain.flatMap((locale) => columns.get(locale) ?? []);
  return sources.length === 1 && sources[0] === name ? undefined : sources;
}

/** The column that a filter or a sort means by a name: with `sources`, the first of these that is not null. */
export function localisedColumn(
  definition: Definition,
  name: string,
  locales: RequestedLocales | undefined,
): { readonly column: string; readonly sources?: readonly string[] } {
  if (!locales || !definition.localised.has(name)) return { column: name };
  const sources = sourcesOf(definition, name, locales);
  if (sources && sources.length > 1) return { column: name, sources };
  const [first = ''] = locales.names;
  return { column: definition.localised.get(name)?.get(first) ?? name };
}

/** The columns of a field in each of several languages; undefined if it is answered as one value. */
export function columnsInEach(
  { localised }: Definition,
  name: string,
  locales: RequestedLocales | undefined,
): readonly (readonly [locale: string, column: string])[] | undefined {
  const columns = locales && !locales.chain && localised.get(name);
  if (!columns) return undefined;
  return locales.names.map((locale) => [locale, columns.get(locale) ?? name]);
}

/** The names of an answered record, with the columns of their values where these differ. */
type Plan = readonly {
  readonly name: string;
  readonly each: ReturnType<typeof columnsInEach>;
  readonly sources: readonly string[] | undefined;
}[];

const plans = new WeakMap<Definition, Map<string, Plan>>();
/** The most plans to keep: clients may name languages in any order. */
const MOST_PLANS = 50;

function planOf(definition: Definition, locales: RequestedLocales): Plan {
  const known = plans.get(definition) ?? new Map<string, Plan>();
  plans.set(definition, known);
  const key = locales.chain ? `1 ${locales.chain}` : `n ${locales.names}`;
  const found = known.get(key);
  if (found) return found;
  const plan = Object.keys(definition.columns)
    .filter((name) => definition.fields[name]?.translates === undefined)
    .map((name) => ({
      name,
      each: columnsInEach(definition, name, locales),
      sources: sourcesOf(definition, name, locales),
    }));
  if (known.size < MOST_PLANS) known.set(key, plan);
  return plan;
}

/** A whole record in these languages; the same object if nothing changes. */
export function localise<R extends Raw>(
  definition: Definition,
  record: R,
  locales: RequestedLocales | undefined,
): R {
  const { localised } = definition;
  if (!locales || localised.size === 0) return record;
  const shown: Raw = {};
  for (const { name, each, sources } of planOf(definition, locales)) {
    if (!(name in record)) continue; // hidden from the reader in every language
    if (each) shown[name] = valuesIn(each, record);
    else shown[name] = sources ? firstValue(sources, record) : record[name];
  }
  return shown as R;
}

/** The values of a field by language. */
export function valuesIn(each: readonly (readonly [string, string])[], record: Raw): Raw {
  return Object.fromEntries(each.map(([locale, column]) => [locale, record[column] ?? null]));
}

function firstValue(sources: readonly string[], record: Raw): unknown {
  const source = sources.find((column) => (record[column] ?? null) !== null);
  return source === undefined ? null : record[source];
}
