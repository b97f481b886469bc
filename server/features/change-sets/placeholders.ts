import type { Raw } from '../../database/engine.ts';
import { type Definition, leavesOf } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from './messages/message.ts';

/** The placeholder for the id of a record that the same set creates: `{ "$new": "ann" }`. */
const NEW = '$new';

/** The names that values refer to, by field; only references may hold placeholders. */
export function placeholdersIn(definition: Definition, values: Raw): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [field, value] of Object.entries(values)) {
    if (!isReferring(definition, field)) continue;
    const names: string[] = [];
    replaced(value, (name) => {
      names.push(name);
      return null;
    });
    if (names.length > 0) found.set(field, names);
  }
  return found;
}

/** The values with ids in the places of placeholders. Throws if a name is not that of a record created before. */
export function withIds(definition: Definition, values: Raw, made: ReadonlyMap<string, bigint>): Raw {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (!isReferring(definition, field)) return [field, value];
      return [
        field,
        replaced(value, (name) => {
          const id = made.get(name);
          if (id === undefined) throw badParameters({ [field]: message('notMadeBefore', { name }) });
          return id;
        }),
      ];
    }),
  );
}

/** The value with the id 1 in the places of placeholders. */
export function withAnyIds(value: unknown): unknown {
  return replaced(value, () => 1n);
}

function isReferring({ fields }: Definition, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && leavesOf(name, field).some((leaf) => leaf.field.target !== undefined);
}

/** Bodies nest to a bounded depth, so this does as well. */
function replaced(value: unknown, idOf: (name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, idOf));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === NEW && typeof first[1] === 'string') return idOf(first[1]);
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
    return value;
  return Object.fromEntries(entries.map(([name, inner]) => [name, replaced(inner, idOf)]));
}
