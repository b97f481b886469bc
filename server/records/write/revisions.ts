import type { Column } from '../../../contract/column.ts';
import { nestedValue } from '../../database/nested-values.ts';
import { adapted, type Definition, type Field, Problem, toBigint } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';
import { type Change, isSame } from '../record.ts';
import type { RecordEvent, WriteContext } from '../store/write-context.ts';
import type { revision } from './revision.collection.ts';

type Values = Readonly<Record<string, unknown>>;
type Changes = Readonly<Record<string, FieldChange>>;

/** The side of a change. */
export type Side = 'before' | 'after';

/**
 * A field before and after a change. The field's rule refuses by now what it was on the sides in `removed`: they are null, and
 * say nothing about the record.
 */
export type FieldChange = readonly [before: unknown, after: unknown, removed?: readonly Side[]];

/** A change as the history keeps it. What a migration has cleaned or removed is kept aside, and never shown. */
export type KeptChange = readonly [
  before: unknown,
  after: unknown,
  aside?: { readonly [S in Side]?: unknown },
];

/** The revisions of records that a write created or changed. */
export function revisionsOf(
  { actor, requestId }: WriteContext,
  definition: Definition,
  { action, decision }: RecordEvent,
  changes: readonly Change[],
): Values[] {
  return changes.map(([before, after]) => ({
    collection: definition.name,
    record_id: after.id,
    action,
    decision: decision ?? null,
    user_id: actor.id,
    key_id: actor.key?.id ?? null,
    approver_id: actor.approver?.id ?? null,
    time: after.delete_time ?? after.update_time,
    previous_time: before?.update_time,
    request_id: requestId,
    noted: true,
    changes: describeChanges(definition, before, after),
  }));
}

/** The changed fields as JSON, `{ field: [before, after] }`. Secret fields are named without their values. */
export function describeChanges({ fields }: Definition, before: Values | undefined, after: Values): string {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name of Object.keys(fields)) {
    const [old, now] = [before?.[name] ?? null, after[name] ?? null];
    if (!isSame(old, now)) changes[name] = fields[name]?.secret ? [null, null] : [old, now];
  }
  return toJson(changes);
}

/** Reads what `describeChanges` wrote, as record values: of the fields that the collection still has and that are not secret. */
export function readChanges({ fields }: Definition, { changes }: RecordOf<typeof revision>): Changes {
  const read: Record<string, FieldChange> = {};
  for (const [name, change] of Object.entries(fromJson<Readonly<Record<string, KeptChange>>>(changes))) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field && !field.secret) read[name] = readChange(field, change);
  }
  return read;
}

function readChange(field: Field, [before, after, aside = {}]: KeptChange): FieldChange {
  const [was, is] = [toValue(field, before), toValue(field, after)];
  const isRemoved = (value: unknown, read: unknown, original: unknown) =>
    read === null && (value !== null || original !== undefined);
  const removed: Side[] = [];
  if (isRemoved(before, was, aside.before)) removed.push('before');
  if (isRemoved(after, is, aside.after)) removed.push('after');
  return removed.length > 0 ? [was, is, removed] : [was, is];
}

/** A stored value as the field would hold it, converted if the field was of another kind then; null if it cannot be. */
function toValue(field: Field, value: unknown): unknown {
  if (value === null) return null;
  const kept = ofKind(field.column, value) ?? field.clean(adapted(field, value));
  return kept instanceof Problem ? null : kept;
}

/** A value that a field of this kind wrote; undefined if a field of another kind did. */
function ofKind(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'bigint':
      return typeof value === 'string' ? undefined : toBigint(value);
    case 'ids':
      return Array.isArray(value) ? value.map(toBigint) : undefined;
    case 'integer':
    case 'time':
      return typeof value === 'number' ? value : undefined;
    case 'point':
      return undefined; // read again by the field
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'json':
      return column.nested ? nestedValue(column, value) : value;
    case 'decimal':
      return typeof value === 'string' && (value.split('.')[1] ?? '').length === column.scale
        ? value
        : undefined;
    default:
      return typeof value === 'string' ? value : undefined;
  }
}
