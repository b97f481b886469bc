export function queryOf(request: object): [string, string][] {
  return Object.entries(request).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === false) return [];
    if (name === 'filter') return filterQuery(value);
    if (name === 'expand') {
      const paths = pathsOf(value as object);
      return paths.length > 0 ? [[name, paths.join()]] : [];
    }
    return [[name, name === 'can' ? '1' : Array.isArray(value) ? value.join() : String(value)]];
  });
}

/** Longer addresses are refused by servers on their way. */
const LONGEST_QUERY = 8000;

/** Whether the parameters of a list are too long for an address. */
export function needsBody(query: readonly [string, string][]): boolean {
  return new URLSearchParams(query as [string, string][]).toString().length > LONGEST_QUERY;
}

/** The parameters of a list as a body: what a query says in texts, with numbers and the filter as they are. */
export function bodyOf({ filter, ...others }: { readonly filter?: unknown }): object {
  const wanted = withoutEmpty(filter);
  const isAsItIs = (name: string, value: unknown) =>
    (typeof value === 'number' && name !== 'from') || (value === true && name !== 'can');
  const members = queryOf(others).map(([name, text]) => {
    const value = (others as Readonly<Record<string, unknown>>)[name];
    return [name, isAsItIs(name, value) ? value : text] as const;
  });
  return {
    ...Object.fromEntries(members),
    ...(wanted !== undefined && { filter: wanted === NO_RECORD ? { or: [] } : wanted }),
  };
}

/** A condition that no record meets: an empty list of values or alternatives, and conjunctions with one. */
const NO_RECORD = Symbol('no record');

function filterQuery(filter: unknown): [string, string][] {
  const wanted = withoutEmpty(filter);
  return wanted === NO_RECORD ? [['filter[or]', '']] : filterOf('filter', wanted);
}

/** A part of a filter without parts that a query cannot express; undefined if every record meets it. */
function withoutEmpty(part: unknown, word = ''): unknown {
  if (Array.isArray(part) && word === 'or') return someOf(part.map((one) => withoutEmpty(one)));
  if (Array.isArray(part) && word === 'and') return allOf(part.map((one) => withoutEmpty(one)));
  if (Array.isArray(part) && part.length === 0) return word === 'nin' ? undefined : NO_RECORD;
  if (Array.isArray(part)) return part;
  if (word === 'not') return noneOf(withoutEmpty(part));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).map(([name, inner]) => [name, withoutEmpty(inner, name)] as const);
  if (kept.some(([, inner]) => inner === NO_RECORD)) return NO_RECORD;
  const said = kept.filter(([, inner]) => inner !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

function noneOf(part: unknown): unknown {
  if (part === NO_RECORD) return undefined;
  return part === undefined ? NO_RECORD : part;
}

function someOf(parts: readonly unknown[]): unknown {
  const possible = parts.filter((part) => part !== NO_RECORD);
  if (possible.length === 0) return NO_RECORD;
  return possible.includes(undefined) ? undefined : possible;
}

function allOf(parts: readonly unknown[]): unknown {
  if (parts.includes(NO_RECORD)) return NO_RECORD;
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said;
}

function filterOf(place: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[place, String(value)]];
  return Object.entries(value).flatMap(([word, inner]) => filterOf(`${place}[${word}]`, inner));
}

function pathsOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([name, inner]) =>
    inner === undefined
      ? []
      : [name, ...(inner === true ? [] : pathsOf(inner).map((path) => `${name}.${path}`))],
  );
}
