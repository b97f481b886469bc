import { isPlainObject } from '../checks/options.ts';
import { fromOtherKind } from '../conversion/from-other-kind.ts';
import type { Field, Fields } from '../field.ts';

/**
 * A stored value as a client would send it to nested fields of another shape: with renamed members, and without removed ones.
 * The migration keeps the old value.
 */
export function adapted(field: Field, value: unknown): unknown {
  const { nested } = field;
  if (value === null || value === undefined || !nested)
    return value === null ? null : fromOtherKind(field, value);
  if (nested.form === 'group') return isPlainObject(value) ? adaptedGroup(nested.members, value) : value;
  const elements = Array.isArray(value) ? value : [value];
  if (nested.form === 'list') return elements.map((one) => adapted(nested.items, one));
  return elements.map((one) => {
    const members = isPlainObject(one) ? nested.groups[String(one.type)] : undefined;
    return members && isPlainObject(one) ? { type: one.type, ...adaptedGroup(members, one) } : one;
  });
}

function adaptedGroup(members: Fields, group: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(members).flatMap(([name, field]) => {
    const stored = [name, ...field.renamedFrom].find((one) => Object.hasOwn(group, one));
    return stored === undefined ? [] : [[name, adapted(field, group[stored])]];
  });
  return Object.fromEntries(entries);
}
