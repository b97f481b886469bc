import type { Description, FieldDescription } from '../../../api/definitions.ts';
import { takesSeveral } from './filter.ts';

/** A field for conditions, with its path if it belongs to a referenced record. */
export interface FilterField {
  readonly path: string;
  readonly label: string;
  readonly field: FieldDescription;
}

/** The fields that a list can be filtered by: those of the collection and of referenced records. */
export function filterFields(
  collection: Description,
  find: (name: string) => Description | undefined,
): FilterField[] {
  const own = [...collection.fields, ...(collection.on_request ?? [])]
    .filter(canFilter)
    .map((field) => ({ path: field.name, label: field.label, field }));
  const there = collection.fields.flatMap((reference) => {
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

/** Operators in the order of the menu. */
const ORDER = [
  'contains',
  'ncontains',
  'near',
  'eq',
  'ne',
  'starts',
  'ends',
  'in',
  'nin',
  'gte',
  'lte',
  'gt',
  'lt',
  'below',
  'above',
  'null',
];
/** Kinds without a meaningful order. */
const UNORDERED = new Set(['choice', 'boolean', 'reference', 'references', 'file', 'files']);
const SIZES = new Set(['gt', 'gte', 'lt', 'lte', 'contains', 'ncontains', 'starts', 'ends']);

export function operatorsFor({ kind, filters }: FieldDescription): string[] {
  const meant = ORDER.filter((operator) => filters.includes(operator));
  // Points contain the comma that would separate values.
  if (kind === 'point') return meant.filter((operator) => !takesSeveral(operator));
  return UNORDERED.has(kind) ? meant.filter((operator) => !SIZES.has(operator)) : meant;
}

function canFilter(field: FieldDescription): boolean {
  return field.readable && operatorsFor(field).length > 0;
}
