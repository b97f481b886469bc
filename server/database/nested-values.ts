import type { Column, Members } from '../../contract/column.ts';

/** Why a value does not fit: it was stored as something else. */
class Misfit extends Error {}

/**
 * A value inside a JSON value, as a column of its own would hold it: ids and whole numbers of 64 bits as bigints.
 * Undefined if it was stored under another shape.
 */
export function nestedValue(column: Column, value: unknown): unknown {
  try {
    return revived(column, value);
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}

function revived(column: Column, value: unknown): unknown {
  if (value === null) return null;
  switch (column.type) {
    case 'bigint':
      return toBigint(value);
    case 'ids':
      return listOf(value).map(toBigint);
    case 'integer':
    case 'time':
      return typed(value, 'number');
    case 'boolean':
      return typed(value, 'boolean');
    case 'decimal':
      return decimal(column.scale, value);
    case 'point':
      return typed(value, 'object');
    case 'json':
      return column.nested ? revivedIn(column.nested, value) : value;
    default:
      return typed(value, 'string');
  }
}

function revivedIn(
  nested: NonNullable<(Column & { readonly type: 'json' })['nested']>,
  value: unknown,
): unknown {
  if ('group' in nested) return revivedGroup(nested.group, groupOf(value));
  if ('list' in nested) return listOf(value).map((one) => revived(nested.list, one));
  return listOf(value).map((one) => {
    const { type, ...values } = groupOf(one);
    const members =
      typeof type === 'string' && Object.hasOwn(nested.blocks, type) ? nested.blocks[type] : undefined;
    if (!members) throw new Misfit();
    return { type, ...revivedGroup(members, values) };
  });
}

function revivedGroup(members: Members, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (Object.keys(values).some((name) => !Object.hasOwn(members, name))) throw new Misfit();
  return Object.fromEntries(
    Object.entries(members).map(([name, { column, nullable }]) => {
      const value = values[name] ?? null;
      if (value === null && !nullable) throw new Misfit();
      return [name, revived(column, value)];
    }),
  );
}

function toBigint(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  const text = typeof value === 'object' ? String(value) : Number.isSafeInteger(value) ? String(value) : '';
  if (!/^-?\d+$/.test(text)) throw new Misfit();
  return BigInt(text);
}

function decimal(scale: number, value: unknown): unknown {
  if ((String(typed(value, 'string')).split('.')[1] ?? '').length !== scale) throw new Misfit();
  return value;
}

function typed(value: unknown, type: string): unknown {
  if (typeof value !== type) throw new Misfit();
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Misfit();
  return value;
}

function groupOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Misfit();
  return value as Readonly<Record<string, unknown>>; // an object with any members
}
