import type { Raw } from '../database/engine.ts';
import { leafValues, type Reference } from '../definitions/for-server.ts';
import { toJson } from '../shared/exact-json.ts';

/** A record of any definition. */
export type AnyRecord = Raw & { readonly id: bigint };

/** A record before and after a write; a new record has no before. */
export type Change = readonly [before: AnyRecord | undefined, after: AnyRecord];

/** The ids that a reference field holds, of one or of many. */
export function idsIn(record: Raw, field: string): readonly bigint[] {
  const value = record[field] as bigint | readonly bigint[] | null | undefined;
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value as bigint]; // of a query it may be a text, which is only passed on
}

/** The ids that a record holds by a reference, nested fields included. */
export function idsBy({ definition, field, path }: Reference, record: Raw): readonly bigint[] {
  const kind = definition.fields[field];
  if (path === undefined || !kind) return idsIn(record, field);
  return [...leafValues(field, kind, record[field])].flatMap((leaf) =>
    leaf.path === path ? (leaf.value as bigint | readonly bigint[]) : [],
  );
}

/** Whether two record values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other || one === null || other === null) return one === other;
  return typeof one === 'object' && typeof other === 'object' && toJson(one) === toJson(other);
}
