import { suggestion } from '../../shared/text/words.ts';
import type { Definition } from '../define-collection.ts';
import type { Fields } from '../field.ts';
import {
  type CheckedQuery,
  RECORD_TIMES,
  SQL_DIALECTS,
  WRITTEN_USES,
  type WrittenTable,
} from '../types/query-source.ts';
import { fieldNames, needed, oneOf } from './option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from './options.ts';
import { recordChecks } from './sound-collection.ts';
import { contradictionsOfWrites, problemsOfWrites, queryWrites } from './sound-writes.ts';

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
    writes: queryWrites,
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
  if (problems.length === 0) problems.push(...problemsOfUses(source as CheckedQuery<Fields>));
  refuseIfAny(named, problems);
}

/** Kinds whose values are safe to show because they were checked when they were written. */
const CLEANED: ReadonlySet<string> = new Set(['file', 'rich-text', 'url']);

/** Throws if a field needs a column, an index or a table beside what the query answers. */
export function requireQueryFields(
  { name, fields, sortKeys }: Definition,
  written: WrittenTable | undefined,
): void {
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
    const isWritten = written?.columns.has(field) === true;
    const options = {
      unique: kind.unique,
      indexed: kind.indexed && kind.target === undefined, // references are by themselves
      required: kind.required && !isWritten,
      write: kind.write !== undefined && !isWritten,
      localised: kind.localised === true,
      collation: sorted.has(field),
      renamedFrom: kind.renamedFrom.length > 0,
    };
    const wrong = Object.entries(options).flatMap(([option, isSet]) => (isSet ? option : []));
    return [
      ...(isStored ? [`field '${field}': a query answers plain values, not this kind`] : []),
      ...wrong.map(
        (option) =>
          `field '${field}': nothing is stored of a field that only a select answers, so it has no '${option}'`,
      ),
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

/** Throws if what a query writes contradicts what it answers. */
export function requireSoundWrites(
  definition: Definition,
  written: Parameters<typeof contradictionsOfWrites>[1],
): void {
  refuseIfAny(definition.name, contradictionsOfWrites(definition, written));
}

/** What a query that writes no table has no use for. */
function problemsOfUses({ access, writes, hooks }: CheckedQuery<Fields>): string[] {
  const allowed: readonly string[] = writes ? ['read', ...WRITTEN_USES, 'history'] : ['read'];
  const named = Object.keys(isPlainObject(access) ? access : {}).filter((use) => !allowed.includes(use));
  return [
    ...problemsOfWrites(writes),
    ...named.map(
      (use) =>
        `access of a query${writes ? '' : " without 'writes'"} has no '${use}'${suggestion(use, allowed)} (allowed: ${allowed.join(', ')})`,
    ),
    ...(hooks && !writes ? ["'hooks' need 'writes': nothing writes the records of this query"] : []),
  ];
}

function refuseIfAny(named: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.map((one) => `collection '${named}': ${one}`).join('\n'));
}
