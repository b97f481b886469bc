import type { RevisionAction } from '../../contract/audit.ts';
import type { Column } from '../../contract/column.ts';
import { toBigint } from '../definitions/bigint.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Field } from '../definitions/field.ts';
import { fromOtherKind } from '../definitions/from-other-kind.ts';
import { Problem } from '../definitions/problem.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { fromJson, type Json, toJson } from '../json.ts';
import type { Act } from './act.ts';
import type { revision } from './revision.record.ts';
import type { Change } from './row.ts';

type Values = Readonly<Record<string, unknown>>;
type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** What history keeps of rows that an act made or changed. */
export function revisionsOf(
  { actor, requestId }: Act,
  definition: Definition,
  action: RevisionAction,
  changes: readonly Change[],
): Values[] {
  return changes.map(([before, after]) => ({
    record: definition.name,
    record_id: after.id,
    action,
    user_id: actor.id,
    time: after.delete_time ?? after.update_time,
    previous_time: before?.update_time,
    request_id: requestId,
    changes: describeChanges(definition, before, after),
  }));
}

/** The changed fields as JSON, `{ field: [before, after] }`. Secret fields are named, their values are not told. */
export function describeChanges({ fields }: Definition, before: Values | undefined, after: Values): string {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name of Object.keys(fields)) {
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

/** As a value of the field, also where the field was of another kind then; null where no such value can stand for it. */
function toValue(field: Field, value: unknown): unknown {
  if (value === null) return null;
  const kept = ofKind(field.column, value) ?? field.clean(fromOtherKind(field, value));
  return kept instanceof Problem ? null : kept;
}

/** A value as it was written by a field of this kind; undefined where it was one of another. */
function ofKind(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'bigint':
      return typeof value === 'string' ? undefined : toBigint(value);
    case 'ids':
      return Array.isArray(value) ? value.map(toBigint) : undefined;
    case 'integer':
    case 'time':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'json':
      return value;
    case 'decimal':
      return typeof value === 'string' && (value.split('.')[1] ?? '').length === column.scale
        ? value
        : undefined;
    default:
      return typeof value === 'string' ? value : undefined;
  }
}

/** Whether two values of rows are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && toJson(one) === toJson(other))
  );
}
