import { isObject } from '../forms/check-forms.ts';
import type { FieldForm, FieldForms } from '../forms/forms.ts';
import { KIND } from '../source.ts';

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
