import { type FieldValue, sameValue, type ValueField } from './field-values.ts';
import { blocksOf, mergedList, mergedText, type ThreeWay } from './three-way.ts';

/** The values of a record's fields, by their names. */
export type Values = Readonly<Record<string, FieldValue>>;

export interface FieldConflict extends ThreeWay<FieldValue> {
  readonly name: string;
  /** Both changes in one, where they do not meet: shown and chosen before it is saved. */
  readonly together: FieldValue | undefined;
}

export interface RecordMerge {
  /** What the form shows next: theirs where only they changed a field, otherwise mine. */
  readonly values: Values;
  /** Fields that they changed and I did not. */
  readonly taken: readonly string[];
  /** Fields that both of us changed, differently. */
  readonly conflicts: readonly FieldConflict[];
}

/** The fields whose values differ from those that were read. */
export function changedFields<F extends ValueField>(fields: readonly F[], base: Values, mine: Values): F[] {
  return fields.filter((field) => !same(field, base, mine));
}

/** Brings two changes of a record together. Nothing is decided where both changed one field. */
export function mergeRecord(
  fields: readonly ValueField[],
  { base, mine, theirs }: ThreeWay<Values>,
): RecordMerge {
  const isMine = (field: ValueField) => !same(field, base, mine);
  const isTheirs = (field: ValueField) => !same(field, base, theirs);
  const taken = fields.filter((field) => isTheirs(field) && !isMine(field));
  const both = fields.filter((field) => isTheirs(field) && isMine(field) && !same(field, mine, theirs));
  return {
    values: { ...mine, ...Object.fromEntries(taken.map(({ name }) => [name, at(theirs, name)])) },
    taken: taken.map(({ name }) => name),
    conflicts: both.map((field) => conflictOf(field, { base, mine, theirs })),
  };
}

function conflictOf(field: ValueField, records: ThreeWay<Values>): FieldConflict {
  const { name } = field;
  const values = {
    base: at(records.base, name),
    mine: at(records.mine, name),
    theirs: at(records.theirs, name),
  };
  return { name, ...values, together: together(field, values) };
}

function together(
  { kind }: ValueField,
  { base, mine, theirs }: ThreeWay<FieldValue>,
): FieldValue | undefined {
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const merged = mergedList({ base, mine, theirs });
    return merged && [...new Set(merged)];
  }
  if (!MERGED_BY_WORD.has(kind)) return undefined;
  const texts = { base: String(base), mine: String(mine), theirs: String(theirs) };
  return kind === 'rich-text' ? mergedText(texts, blocksOf) : mergedText(texts);
}

const MERGED_BY_WORD = new Set(['text', 'long-text', 'rich-text']);

function same(field: ValueField, one: Values, other: Values): boolean {
  return sameValue(field, at(one, field.name), at(other, field.name));
}

function at(values: Values, name: string): FieldValue {
  return values[name] ?? null;
}
