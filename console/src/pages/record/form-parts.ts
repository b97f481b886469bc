import type { Description, FieldDescription } from '../../api/definitions.ts';
import type { Entry } from '../../form/entries.ts';
import { readValue } from '../../form/field-values.ts';
import type { Values } from '../../form/record-merge.ts';

interface EntryGroup {
  readonly name: string;
  readonly label: string;
  readonly entries: readonly Entry<FieldDescription>[];
  /** The number of fields in earlier groups. */
  readonly first: number;
}

/** The groups of a form, in order. Fields without a group come first. */
export function groupsOf({ groups }: Description, entries: readonly Entry<FieldDescription>[]): EntryGroup[] {
  const grouped = new Set(groups.flatMap(({ fields }) => fields));
  const others = entries.filter(({ field }) => !grouped.has(field.name));
  const parts = groups.map(({ name, label, fields }) => ({
    ...{ name, label },
    entries: fields.flatMap((one) => entries.filter(({ field }) => field.name === one)),
  }));
  const all = [{ name: '', label: '', entries: others }, ...parts].filter(
    ({ entries: some }) => some.length > 0,
  );
  return all.map((group, index) => ({
    ...group,
    first: all.slice(0, index).reduce((count, one) => count + one.entries.length, 0),
  }));
}

/** The default values of a new record. */
export function defaultsOf(fields: readonly FieldDescription[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, readValue(field, field.default)]));
}
