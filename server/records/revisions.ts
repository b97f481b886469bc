import { toBigint } from '../definitions/bigint.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Field } from '../definitions/field.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { fromJson, type Json, toJson } from '../json.ts';
import type { revision } from './revision.record.ts';

type Values = Readonly<Record<string, unknown>>;
type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** The changed fields as JSON, `{ field: [before, after] }`. Secret fields are named, their values are not told. */
export function describeChanges({ fields }: Definition, before: Values | undefined, after: Values): string {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name in fields) {
    const [old, now] = [before?.[name] ?? null, after[name] ?? null];
    if (!isSame(old, now)) changes[name] = fields[name]?.secret ? [null, null] : [old, now];
  }
  return toJson(changes);
}

/** What `describeChanges` wrote, of the fields that the record still has and that may be told, as values of rows. */
export function readChanges({ fields }: Definition, { changes }: RowOf<typeof revision>): Changes {
  const told: Record<string, readonly [unknown, unknown]> = {};
  for (const [name, [before, after]] of Object.entries(
    fromJson(changes) as Readonly<Record<string, Json[]>>,
  )) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field && !field.secret) told[name] = [toValue(field, before), toValue(field, after)];
  }
  return told;
}

/** Integers alone have a form in rows that JSON does not tell. */
function toValue({ column }: Field, value: unknown): unknown {
  if (value === null) return null;
  if (column.type === 'bigint') return toBigint(value);
  return column.type === 'ids' && Array.isArray(value) ? value.map(toBigint) : value;
}

/** Whether two values of rows are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && toJson(one) === toJson(other))
  );
}
