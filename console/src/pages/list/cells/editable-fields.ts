import type { FieldDescription, ServedDescription } from '../../../api/definitions.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';
import { LINE_KINDS } from '../../../fields/line-kinds.ts';

/** Kinds whose controls fit over a cell. The others are edited in the form of their record. */
const SMALL = LINE_KINDS.union(new Set(['long-text', 'date-time']));

/**
 * The field that a cell's editor changes; undefined if the user may not change it, or not here. A localised column shows one
 * language, and the editor changes the text in that language.
 */
export function editableField(
  { actions, fields, reviewed }: ServedDescription,
  column: FieldDescription,
  locale?: string | undefined,
): FieldDescription | undefined {
  if (!actions.update || reviewed) return undefined;
  const isMeant = ({ name, translates = name, locale: its }: FieldDescription) =>
    translates === column.name &&
    (locale === undefined || its === undefined ? name === column.name : its === locale);
  const field = fields.find(isMeant);
  return field?.updatable && !field.filled && SMALL.has(field.kind) ? field : undefined;
}

/** Whether the user may change this record. */
export function mayEdit({ can }: ListedRecord): boolean {
  return can?.update !== false;
}
