import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { isObject } from '../forms/check-forms.ts';
import type { CollectionForm, FieldForm, FieldForms } from '../forms/forms.ts';
import { KIND } from '../source.ts';
import type { Move } from './move.ts';

/** The values for which there is a field here; the report notes those that are left behind. */
export function fitted(
  { report, source }: Pick<Move, 'report' | 'source'>,
  { name, fields, localised, filled }: Definition,
  form: CollectionForm,
  values: Raw,
): Raw {
  const fit: Raw = {};
  for (const [field, value] of Object.entries(values)) {
    if (!Object.hasOwn(fields, field) || filled?.has(field)) {
      if (value !== null)
        report.note(`${name}: values of '${field}' stay behind: there is no such field here`);
      continue;
    }
    const columns = localised.get(field);
    if (form.fields[field]?.options.localised !== true || !isObject(value)) fit[field] = value;
    else if (columns) fit[field] = inLanguages(value, columns, (locale) => report.note(lost(name, locale)));
    else fit[field] = value[source.locales[0] ?? ''] ?? Object.values(value)[0] ?? null;
    if (isObject(value) && !columns && form.fields[field]?.options.localised === true)
      for (const [locale, one] of Object.entries(value))
        if (locale !== source.locales[0] && one !== null) report.note(lost(name, locale));
  }
  return fit;
}

/** A language of a region is that of its language where the region is not named here. */
function inLanguages(value: Raw, columns: ReadonlyMap<string, string>, lose: (locale: string) => void): Raw {
  const there = Object.entries(value).flatMap(([locale, one]) => {
    const here = [locale, locale.split('-', 1)[0] ?? ''].find((name) => columns.has(name));
    if (here === undefined && one !== null) lose(locale);
    return here === undefined ? [] : [[here, one] as const];
  });
  return Object.fromEntries(there);
}

function lost(collection: string, locale: string): string {
  return `${collection}: texts in '${locale}' stay behind: LOCALES in quire.json does not name this language, or the field has no languages`;
}

/** Finds the id here of a key there. */
export type Swap = (kind: string, key: string) => bigint | undefined;

/** What stands in values for something else here. */
export interface Swaps {
  readonly id: Swap;
  /** The address here of a file that a text shows. */
  readonly address: (there: string) => string | undefined;
}

/** The kind of the map of ids in which the users are to whom references lead. */
const kindOf = (target = '') => (target === 'quire_user' ? KIND.person : target);

/** The values with ids in place of keys; a reference to what is not here becomes null, or is left out of its list. */
export function resolve(
  forms: FieldForms,
  values: Readonly<Record<string, unknown>>,
  swaps: Swaps,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
      return [name, form ? resolveIn(form, value, swaps) : value];
    }),
  );
}

function resolveIn(form: FieldForm, value: unknown, swaps: Swaps): unknown {
  if (form.options.localised !== true || !isObject(value)) return resolveValue(form, value, swaps);
  return Object.fromEntries(
    Object.entries(value).map(([locale, one]) => [locale, resolveValue(form, one, swaps)]),
  );
}

function resolveValue(form: FieldForm, value: unknown, swaps: Swaps): unknown {
  if (value === null || value === undefined) return value;
  const { kind, target, members = {}, items, blocks = {} } = form;
  const id = (key: unknown) => swaps.id(kind.startsWith('file') ? KIND.file : kindOf(target), String(key));
  switch (kind) {
    case 'reference':
    case 'file':
      return id(value) ?? null;
    case 'references':
    case 'files':
      return Array.isArray(value) ? [...new Set(value.map(id).filter((one) => one !== undefined))] : value;
    case 'richText':
      return typeof value === 'string' ? withAddresses(value, swaps) : value;
    case 'group':
      return isObject(value) ? resolve(members, value, swaps) : value;
    case 'list':
      return Array.isArray(value) && items ? value.map((one) => resolveValue(items, one, swaps)) : value;
    case 'blocks':
      return Array.isArray(value)
        ? value.map((one) => (isObject(one) ? resolve(blocks[String(one.type)] ?? {}, one, swaps) : one))
        : value;
    default:
      return value;
  }
}

const ADDRESS = /(?:https?:\/\/|\/)[^\s"'<>()\\]+/g;

function withAddresses(text: string, { address }: Swaps): string {
  return text.replace(ADDRESS, (there) => address(there) ?? there);
}
