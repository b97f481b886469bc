import type { Raw } from '../database/engine.ts';
import type { Reference } from '../definitions/catalogue.ts';
import { leafValues } from '../definitions/nested/leaves.ts';
import { toJson } from '../shared/json.ts';

/** A row of any definition. */
export type Row = Raw & { readonly id: bigint };

/** A row before and after a write; a new row has no before. */
export type Change = readonly [before: Row | undefined, after: Row];

/** The ids that a reference field holds, of one or of many. */
export function idsIn(row: Raw, field: string): readonly bigint[] {
  const value = row[field] as bigint | readonly bigint[] | null | undefined;
  if (value === null || value === undefined) return [];
  return typeof value === 'bigint' ? [value] : value;
}

/** The ids that a row holds by a reference, nested fields included. */
export function idsBy({ definition, field, path }: Reference, row: Raw): readonly bigint[] {
  const kind = definition.fields[field];
  if (path === undefined || !kind) return idsIn(row, field);
  return [...leafValues(field, kind, row[field])].flatMap((leaf) =>
    leaf.path === path ? (leaf.value as bigint | readonly bigint[]) : [],
  );
}

/** Whether two row values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other || one === null || other === null) return one === other;
  return typeof one === 'object' && typeof other === 'object' && toJson(one) === toJson(other);
}
