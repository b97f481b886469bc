import { ADDED_TO_RECORDS, AUDIT_FIELDS } from '../../../../contract/audit.ts';
import type { Raw } from '../../../database/engine.ts';
import {
  type Definition,
  type Field,
  leafValues,
  leavesOf,
  Problem,
  removedFromHtml,
} from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';
import type { RequestedLocales } from '../../query/requested-locales.ts';

type Values = Record<string, unknown>;

/** Fields that only the server fills. Clients send them back with a record they have read, so they are ignored. */
const filledByServer: ReadonlySet<string> = new Set(['id', ...AUDIT_FIELDS, ...ADDED_TO_RECORDS]);

/** Whether only the server fills this name, so that clients may send it without effect. */
export function isFilledByServer(name: string): boolean {
  return filledByServer.has(name);
}

/** A hostile body may have thousands; a reader needs a few. */
const MAX_PROBLEMS = 20;

/**
 * The values of a whole record: those sent, and the initial value of every other field. Throws with every problem, by field.
 * `mayMiss` exempts required fields from being sent.
 */
export function cleanWhole(
  definition: Definition,
  sent: Readonly<Values>,
  mayMiss?: (name: string) => boolean,
): Promise<Values> {
  const { initial, required } = definition;
  const needed = mayMiss ? required.filter((name) => !mayMiss(name)) : required;
  return clean(definition, sent, { ...initial }, needed);
}

/** Only the values that were sent, checked. Throws with every problem, by field. */
export function cleanGiven(definition: Definition, sent: Readonly<Values>): Promise<Values> {
  return clean(definition, sent, {}, []);
}

async function clean(
  definition: Definition,
  sent: Readonly<Values>,
  values: Values,
  needed: readonly string[],
): Promise<Values> {
  let problems: Record<string, Text> | undefined; // hardly ever needed
  let count = 0;
  const report = (name: string, problem: Text) => {
    problems ??= Object.create(null) as Record<string, Text>;
    problems[name] = problem;
    count += 1;
  };

  for (const name of Object.keys(sent)) {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (sent[name] === undefined || isFilledByServer(name) || definition.filled?.has(name)) continue;
    if (field?.isSlow && isTurnOver()) await freeTurn();
    const value = field ? cleanValue(field, sent[name]) : new Problem(message('notAField'));
    if (!(value instanceof Problem)) values[name] = value;
    else if (!value.within) report(name.slice(0, 60), value.text);
    else for (const [path, text] of Object.entries(value.within)) report(`${name}.${path}`, text);
    if (count >= MAX_PROBLEMS) break;
  }
  for (const name of needed) if (sent[name] === undefined) report(name, message('missing'));
  if (problems) throw badParameters(problems);
  return values;
}

/** The stored value of a sent one, or its problem. */
export function cleanValue(field: Field, value: unknown): unknown {
  if (value === null) return field.nullable ? null : new Problem(message('empty'));
  const cleaned = field.clean(value);
  const isByLanguage =
    cleaned instanceof Problem && field.localised && typeof value === 'object' && !Array.isArray(value);
  return isByLanguage && field.nested?.form !== 'group' && field.locale === undefined
    ? new Problem(message('noLocales'))
    : cleaned;
}

/** The most names of tags and attributes that are told of a field. */
const MOST_NAMED = 10;

/** The names of tags and attributes that were removed from HTML, by field. */
export type RemovedHtml = Readonly<Record<string, readonly string[]>>;

/** What is removed from the HTML of these values, by column, when they are stored; undefined if nothing is. */
export function removedHtmlIn(definition: Definition, values: Raw): RemovedHtml | undefined {
  const removed = Object.entries(values).flatMap(([name, value]) => {
    const names = new Set(textsIn(definition, name, value).flatMap(removedFromHtml));
    return names.size > 0 ? [[name, [...names].slice(0, MOST_NAMED)] as const] : [];
  });
  return removed.length > 0 ? Object.fromEntries(removed) : undefined;
}

/** The names that were removed from all records, each once, as many as are told of a field. */
export function namesOfRemoved(removed: readonly (RemovedHtml | undefined)[]): string[] {
  return [...new Set(removed.flatMap((one) => Object.values(one ?? {}).flat()))].slice(0, MOST_NAMED);
}

/** The HTML of a rich text, also inside another field. */
function textsIn(definition: Definition, name: string, value: unknown): string[] {
  const field = htmlFieldsOf(definition).get(name);
  if (!field) return [];
  return [...leafValues(name, field, value)].flatMap((leaf) =>
    isHtml(leaf.field) && typeof leaf.value === 'string' ? leaf.value : [],
  );
}

const htmlFields = new WeakMap<Definition, ReadonlyMap<string, Field>>();

/** The fields that are HTML or hold some, by name. */
function htmlFieldsOf(definition: Definition): ReadonlyMap<string, Field> {
  const known = htmlFields.get(definition);
  if (known) return known;
  const found = Object.entries(definition.fields).filter(([name, field]) =>
    leavesOf(name, field).some((leaf) => isHtml(leaf.field)),
  );
  const all = new Map(found);
  htmlFields.set(definition, all);
  return all;
}

function isHtml({ format }: Field): boolean {
  return format === 'html';
}

/**
 * What was sent, with the values of localised fields under the names of their columns: `{ title: { en: 'x' } }`, or
 * `{ title: 'x' }` of one language, becomes `{ title__en: 'x' }`. Only the languages that are named are written.
 */
export function inColumns(definition: Definition, sent: Raw, locales?: RequestedLocales): Raw {
  if (definition.localised.size === 0) return sent;
  const named = Object.keys(sent).filter((name) => definition.localised.has(name));
  if (named.length === 0) return sent;
  const values: Raw = { ...sent };
  for (const name of named) delete values[name];
  const problems: Record<string, Text> = {};
  for (const name of named)
    for (const [column, value] of columnsOf(definition, name, sent[name], locales)) {
      if (value instanceof Misplaced) problems[column.slice(0, 60)] = value.text;
      else if (Object.hasOwn(values, column)) problems[column] = message('notWith', { name });
      else values[column] = value;
    }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
  return values;
}

/** Why a value cannot be put into a language. */
class Misplaced {
  readonly text: Text;

  constructor(text: Text) {
    this.text = text;
  }
}

/** The columns that a sent value of a localised field means, and their values. */
function columnsOf(
  { localised, fields }: Definition,
  name: string,
  value: unknown,
  locales: RequestedLocales | undefined,
): (readonly [column: string, value: unknown])[] {
  const columns = localised.get(name) ?? new Map<string, string>();
  if (isByLanguage(value, fields[name], columns))
    return Object.entries(value).map(([locale, text]) => {
      const column = columns.get(locale);
      return column === undefined
        ? [`${name}.${locale}`, new Misplaced(message('notOneOf', { allowed: [...columns.keys()] }))]
        : [column, text];
    });
  if (!locales) return [[name, value]];
  const [first = '', ...others] = locales.names;
  if (others.length === 0) return [[columns.get(first) ?? name, value]];
  if (value === null) return locales.names.map((locale) => [columns.get(locale) ?? name, null]);
  return [[name, new Misplaced(message('languagesExpected', { allowed: locales.names }))]];
}

/** A group of fields is an object itself, and JSON may be one; no member of them has the name of a language. */
function isByLanguage(
  value: unknown,
  field: Field | undefined,
  columns: ReadonlyMap<string, string>,
): value is Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber)
    return false;
  const isObjectItself = field?.nested?.form === 'group' || field?.kind === 'json';
  return !isObjectItself || Object.keys(value).some((name) => columns.has(name));
}

/** Whether a column holds a language that a replacement in these languages leaves alone. */
export function isOfOther(
  { fields }: Definition,
  name: string,
  locales: readonly string[] | undefined,
): boolean {
  const { locale, translates } = fields[name] ?? {};
  if (locale === undefined) return false;
  return locales ? !locales.includes(locale) : translates !== undefined;
}
