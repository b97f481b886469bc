import type { Description, FieldDescription } from '../../../api/definitions.ts';

/** A field that a condition may name, with the way to it where it belongs to a row that a reference leads to. */
export interface FilterField {
  readonly path: string;
  readonly label: string;
  readonly field: FieldDescription;
}

/** The fields that a list can be filtered by: the record's own, and those one reference away. */
export function filterFields(
  record: Description,
  find: (name: string) => Description | undefined,
): FilterField[] {
  const own = [...record.fields, ...(record.on_request ?? [])]
    .filter(canFilter)
    .map((field) => ({ path: field.name, label: field.label, field }));
  const there = record.fields.flatMap((reference) => {
    const target = reference.target === undefined ? undefined : find(reference.target);
    if (!target?.actions.read) return [];
    return [...target.fields, ...(target.on_request ?? [])]
      .filter((field) => canFilter(field) && field.target === undefined && field.name !== 'id')
      .map((field) => ({
        path: `${reference.name}.${field.name}`,
        label: `${reference.label} → ${field.label}`,
        field,
      }));
  });
  return [...own, ...there];
}

/** Operators in the order in which people look for them. */
const ORDER = [
  'contains',
  'near',
  'eq',
  'ne',
  'starts',
  'in',
  'gte',
  'lte',
  'gt',
  'lt',
  'below',
  'above',
  'null',
];
/** Comparing choices and references by size means nothing to people. */
const UNORDERED = new Set(['choice', 'boolean', 'reference', 'references', 'file', 'files']);
const SIZES = new Set(['gt', 'gte', 'lt', 'lte', 'contains', 'starts']);

export function operatorsFor({ kind, filters }: FieldDescription): string[] {
  const meant = ORDER.filter((operator) => filters.includes(operator));
  // The comma that separates several values stands inside a point.
  if (kind === 'point') return meant.filter((operator) => operator !== 'in');
  return UNORDERED.has(kind) ? meant.filter((operator) => !SIZES.has(operator)) : meant;
}

function canFilter(field: FieldDescription): boolean {
  return field.readable && operatorsFor(field).length > 0;
}
