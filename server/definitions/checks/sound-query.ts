import { suggestion } from '../../shared/text/words.ts';
import type { Definition } from '../define-collection.ts';
import type { Fields } from '../field.ts';
import { type CheckedQuery, RECORD_TIMES, SQL_DIALECTS } from '../types/query-source.ts';
import { fieldNames, needed, oneOf } from './option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from './options.ts';
import { recordChecks } from './sound-collection.ts';

// What only records that are stored can have.
const {
  renamedFrom,
  audit,
  waysBack,
  unique,
  indexes,
  search,
  conflicts,
  drafts,
  reviewed,
  codes,
  isFollowed,
  samples,
  hooks,
  ...checks
} = recordChecks;

const isSelect = (text: unknown) =>
  typeof text === 'string' &&
  /^\s*(select|with)\b/i.test(text) &&
  !text.includes(';') &&
  !hasParameters(text);

/** What stands in quotes or is a comment. */
const UNREAD = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** `$1`, and `:name`, `@name` and `$name` of SQLite: they would take the values of what a client asks, or none. Casts are `::`. */
const PARAMETER = /\$\w|(?<!:):[a-z_]|@\w/i;

function hasParameters(select: string): boolean {
  return PARAMETER.test(select.replaceAll(UNREAD, ' '));
}

const sql: OptionCheck = {
  allowed: `one select without a semicolon and parameters, or an object with one for each of ${SQL_DIALECTS.join(', ')}`,
  accepts: (value) => {
    if (!isPlainObject(value)) return isSelect(value);
    const names: readonly string[] = SQL_DIALECTS;
    const texts = Object.entries(value);
    return texts.length > 0 && texts.every(([name, text]) => names.includes(name) && isSelect(text));
  },
};

const form = oneOf('number', 'text', 'uuid');

const idForm: OptionCheck = {
  allowed: `${form.allowed}, or a list of fields`,
  accepts: (value) => form.accepts(value) || (fieldNames.accepts(value) && isOfSeveral(value as string[])),
};

function isOfSeveral(names: readonly string[]): boolean {
  return names.length > 1 && new Set(names).size === names.length;
}

const QUERY: OptionTable<CheckedQuery<Fields>> = {
  owner: 'a query',
  checks: {
    ...checks,
    path: needed(checks.path),
    access: needed(checks.access),
    sql: needed(sql),
    id: idForm,
    times: {
      allowed: `a list of ${RECORD_TIMES.join(' and ')}`,
      accepts: (value) =>
        fieldNames.accepts(value) &&
        (value as string[]).every((one) => RECORD_TIMES.some((time) => time === one)),
    },
  },
};

/** Throws if a definition has an option that queries cannot have. The checks of every collection follow later. */
export function requireSoundQuery(source: object): void {
  const named = 'name' in source && typeof source.name === 'string' ? source.name : '?';
  const problems = problemsOfOptions(QUERY, source);
  if (problems.length === 0) problems.push(...problemsOfUses('access' in source ? source.access : undefined));
  refuseIfAny(named, problems);
}

/** Kinds whose values are safe to show because they were checked when they were written. */
const CLEANED: ReadonlySet<string> = new Set(['file', 'rich-text', 'url']);

/** Throws if a field needs a column, an index or a table beside what the query answers. */
export function requireQueryFields({ name, fields, sortKeys }: Definition): void {
  const sorted = new Set([...sortKeys.values()].map(({ of }) => of));
  const problems = Object.entries(fields).flatMap(([field, kind]) => {
    const isStored =
      kind.nested !== undefined ||
      kind.column.type === 'ids' ||
      CLEANED.has(kind.kind) ||
      kind.position !== undefined ||
      kind.tree !== undefined ||
      kind.made !== undefined ||
      kind.secret;
    const options = {
      unique: kind.unique,
      indexed: kind.indexed && kind.target === undefined, // references are by themselves
      required: kind.required,
      write: kind.write !== undefined,
      localised: kind.localised === true,
      collation: sorted.has(field),
      renamedFrom: kind.renamedFrom.length > 0,
    };
    const wrong = Object.entries(options).flatMap(([option, isSet]) => (isSet ? option : []));
    return [
      ...(isStored ? [`field '${field}': a query answers plain values, not this kind`] : []),
      ...wrong.map((option) => `field '${field}': nothing of a query is stored, so it has no '${option}'`),
    ];
  });
  refuseIfAny(name, problems);
}

/** Kinds of columns whose values have one text each, from which they can be read again. */
const IN_KEYS: ReadonlySet<string> = new Set(['string', 'text', 'integer', 'bigint']);

/** Throws if the fields of an id of several cannot make one. */
export function requireQueryKey({ name, fields }: Definition, key: readonly string[] = []): void {
  const problems = key.flatMap((field) => {
    const type = Object.hasOwn(fields, field) ? fields[field]?.column.type : undefined;
    if (type === undefined)
      return [`'id': there is no field '${field}'${suggestion(field, Object.keys(fields))}`];
    return IN_KEYS.has(type) ? [] : [`'id': '${field}' must hold texts, whole numbers or references`];
  });
  refuseIfAny(name, problems);
}

function problemsOfUses(access: unknown): string[] {
  return Object.keys(isPlainObject(access) ? access : {})
    .filter((use) => use !== 'read')
    .map((use) => `access of a query has no '${use}'${suggestion(use, ['read'])} (allowed: read)`);
}

function refuseIfAny(named: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.map((one) => `collection '${named}': ${one}`).join('\n'));
}
