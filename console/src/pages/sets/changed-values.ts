import { toJson } from '../../../../server/shared/exact-json.ts';
import type { FieldDescription, ServedDescription } from '../../api/definitions.ts';
import type { SetItem } from '../../api/sets/change-sets.ts';
import { digitsOf } from '../../form/digits.ts';
import { type FieldValue, readValue } from '../../form/field-values.ts';
import { t } from '../../texts/records.ts';

/** The change of a field. */
interface ChangedValue {
  readonly field: FieldDescription;
  readonly before: FieldValue;
  readonly after: FieldValue;
  /** The current value, if somebody else has changed it. */
  readonly now: FieldValue | undefined;
  /** Whether it refers to a record that the set creates. */
  readonly isPlain: boolean;
}

/** The changed fields that the reader may see, in the order of the form. */
export function changedValues(
  { fields }: ServedDescription,
  { changes }: SetItem,
  nameOf: (field: FieldDescription, id: string) => string,
): ChangedValue[] {
  return fields.flatMap((field) => {
    const change = changes[field.name];
    if (!change) return [];
    const { from = null, to = null } = change;
    const isPlain = field.target !== undefined && namesNewRecord(to);
    return {
      ...{ field, isPlain, before: isPlain ? '' : readValue(field, from) },
      after: isPlain ? wordsOf(to, (one) => nameOf(field, one)) : readValue(field, to),
      now: 'now' in change ? readValue(field, change.now ?? null) : undefined,
    };
  });
}

function namesNewRecord(value: unknown): boolean {
  return toJson(value ?? null).includes('{"$new":');
}

function wordsOf(value: unknown, nameOf: (id: string) => string): string {
  const wordOf = (one: unknown) =>
    typeof one === 'object' && one !== null && '$new' in one
      ? t.sets.newRecord(String(one.$new))
      : nameOf(digitsOf(one) ?? String(one));
  return [value].flat().map(wordOf).join(' · ');
}
