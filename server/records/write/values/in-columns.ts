import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { Field } from '../../../definitions/field.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import type { RequestedLocales } from '../../query/requested-locales.ts';

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
