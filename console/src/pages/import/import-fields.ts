import type { FieldDescription, ServedDescription } from '../../api/definitions.ts';

/** Field kinds that can identify a record. */
const KEY_KINDS = new Set(['text', 'slug', 'email', 'url', 'integer', 'bigint', 'choice', 'reference']);

/** The fields by which records of a file can match existing records, if the user may update them. */
export function keysOf({ actions, unique, fields }: ServedDescription): readonly FieldDescription[] {
  if (!actions.update) return [];
  const alone = new Set(
    unique.flatMap(([name, ...others]) => (others.length === 0 && name !== undefined ? [name] : [])),
  );
  const isKey = ({ name, kind, readable }: FieldDescription) =>
    name === 'id' || (readable && alone.has(name) && KEY_KINDS.has(kind));
  return fields.filter(isKey);
}

/** How a column is used: `ignored` if only the server fills it, `unknown` if there is no such field. */
export function columnNotes(
  { fields }: ServedDescription,
  columns: readonly string[],
): Readonly<Record<string, 'ignored' | 'unknown'>> {
  const notes = columns.flatMap((column): [string, 'ignored' | 'unknown'][] => {
    const field = fields.find(({ name }) => name === column);
    if (!field) return [[column, 'unknown']];
    return field.filled ? [[column, 'ignored']] : [];
  });
  return Object.fromEntries(notes);
}
