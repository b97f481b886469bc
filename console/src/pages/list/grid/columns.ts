import type { Description, FieldDescription, useDefinitions } from '../../../api/definitions.ts';
import { titleFieldsOf } from '../../../form/record-title.ts';

type Find = ReturnType<typeof useDefinitions>['find'];

const NUMBERS = new Set(['integer', 'bigint', 'decimal']);
/** Column widths by field kind. */
const WIDTHS: Readonly<Record<string, string>> = {
  boolean: '88px',
  choice: '120px',
  integer: '104px',
  date: '136px',
  'date-time': '188px',
};

export function isNumber({ kind, name }: FieldDescription): boolean {
  return NUMBERS.has(kind) && name !== 'id';
}

export function isFile({ kind }: FieldDescription): boolean {
  return kind === 'file' || kind === 'files';
}

/** What readers see of a draft. */
export function isState({ name, filled }: FieldDescription): boolean {
  return filled === true && name === 'publication';
}

/** The class of the colour that the definition gives a choice. */
export function toneOf({ choices }: FieldDescription, value: unknown): string | undefined {
  const color = choices?.find((choice) => choice.value === value)?.color;
  return color && `tone-${color}`;
}

/** The fields that can be columns; localised ones in the default language. */
export function possibleColumns(collection: Description): FieldDescription[] {
  const shown = collection.fields.filter(({ readable, translates }) => readable && translates === undefined);
  return [...shown, ...(collection.on_request ?? [])];
}

/** The columns to show: the chosen ones, or those of the definition. The title comes first. */
export function columnsOf(
  collection: Description,
  chosen: readonly string[] | undefined,
): FieldDescription[] {
  const possible = possibleColumns(collection);
  const find = (name: string) => possible.find((field) => field.name === name);
  const wanted = (chosen ?? collection.columns).map(find).filter((field) => field !== undefined);
  return wanted.length > 0 ? wanted : possible.slice(0, 4);
}

/** The query for these columns: their fields, and the titles of references. */
export function queryFor(columns: readonly FieldDescription[], collection: Description, find: Find) {
  const fields = [
    ...new Set([
      ...columns.map(({ name }) => name),
      collection.title_field,
      collection.order?.within ?? 'id',
    ]),
  ].filter((name) => name !== 'id');
  const followed = columns.flatMap(({ name, target }) => {
    const there = target === undefined ? undefined : find(target);
    return there ? [[name, titleFieldsOf(there)] as const] : [];
  });
  const files = columns.filter(isFile).map(({ name }) => name);
  const plans = columns.some(isState) ? ['publish_time', 'unpublish_time'] : [];
  return {
    fields: [
      ...new Set([...fields, ...plans]),
      ...followed.flatMap(([name, titles]) => titles.map((title) => `${name}.${title}`)),
    ],
    expand: Object.fromEntries(
      [...followed.map(([name]) => name), ...files].map((name) => [name, true as const]),
    ),
  };
}

/** Wide enough for the longest number: a number that is cut reads as another one. */
function decimalWidth({ precision = 0, scale = 0 }: FieldDescription): string {
  const whole = precision - scale;
  const separators = Math.floor(Math.max(0, whole - 1) / 3) + (scale > 0 ? 1 : 0);
  return `clamp(104px, ${precision + separators / 2 + 1}ch + 26px, 240px)`; // a sign, and the padding
}

/** The widths of a grid's columns: those that the user gave them in px, or those of their kinds. */
export function gridTemplate(
  columns: readonly FieldDescription[],
  title: string | undefined,
  chosen: Readonly<Record<string, number>> = {},
): string {
  return columns
    .map((field) => {
      const width = chosen[field.name];
      if (width) return `${width}px`;
      return field.name === title ? 'minmax(168px, 2.2fr)' : widthOf(field);
    })
    .join(' ');
}

function widthOf(field: FieldDescription): string {
  if (field.kind === 'decimal') return decimalWidth(field);
  return WIDTHS[isState(field) ? '' : field.kind] ?? 'minmax(120px, 1fr)';
}
