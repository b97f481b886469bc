import type { Description, FieldDescription } from '../../../api/definitions.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';
import { isState, toneOf } from '../grid/columns.ts';

/** A column of a board: the records with one value of a choice, or without any. */
export interface Lane {
  readonly value: string | null;
  readonly label: string;
  readonly tone: string | undefined;
}

export function lanesOf(field: FieldDescription, none: string): Lane[] {
  const { choices = [], allows_null } = field;
  const lanes = choices.map(({ value, label }) => ({ value, label, tone: toneOf(field, value) }));
  return allows_null ? [{ value: null, label: none, tone: undefined }, ...lanes] : lanes;
}

/** The lanes to which a reader may move a record. Drafts move by being published and unpublished. */
export function goalsOf(
  { reviewed }: Description,
  field: FieldDescription,
  { can, ...record }: ListedRecord,
  lanes: readonly Lane[],
): readonly Lane[] {
  if (reviewed) return [];
  const others = lanes.filter(({ value }) => value !== (record[field.name] ?? null));
  if (isState(field)) return can?.publish === true ? others.filter(({ value }) => value !== 'changed') : [];
  return field.updatable && can?.update !== false ? others : [];
}
