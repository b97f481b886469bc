import type { Definition } from '../../../definitions/define-collection.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';
import { chunksOf } from '../../store/chunks.ts';
import type { Reads } from '../../store/reads.ts';

type Values = Record<string, unknown>;
type Fill = (record: Values) => Promise<void>;

/**
 * Returns a function that fills, record by record, derived fields that were not sent, with the first candidate that neither a visible
 * record nor an earlier one of these records holds. `reads` must belong to the transaction that writes the records, so that two of them
 * cannot get the same value.
 */
export async function fillerOf(
  reads: Reads,
  definition: Definition,
  records: readonly Values[],
): Promise<Fill> {
  const fills: Fill[] = [];
  for (const name of definition.made)
    fills.push(await fillerOfField(reads, definition, name, records.filter(isDue(definition, name))));
  return async (record) => {
    for (const fill of fills) await fill(record);
  };
}

/** Fills derived fields of an existing record whose source text came later: in another language, or in a draft. */
export async function fillDue(reads: Reads, definition: Definition, record: Values): Promise<void> {
  for (const name of definition.made)
    if (definition.fields[name]?.nullable && isDue(definition, name)(record))
      await fillField(reads, definition, name, record);
}

/** Fills all derived fields, also from missing texts. */
export async function fillAll(reads: Reads, definition: Definition, record: Values): Promise<void> {
  for (const name of definition.made)
    if (record[name] === null && definition.fields[name]?.translates === undefined)
      await fillField(reads, definition, name, record);
}

/** Whether a record lacks the field and has the text to make it from. */
function isDue({ fields }: Definition, name: string): (record: Values) => boolean {
  const { made, nullable } = fields[name] ?? {};
  return (record) => record[name] === null && (!nullable || (record[made?.from ?? ''] ?? null) !== null);
}

async function fillField(reads: Reads, definition: Definition, name: string, record: Values): Promise<void> {
  const fill = await fillerOfField(reads, definition, name, [record]);
  await fill(record);
}

/** Fills the field in each of `bare`. */
async function fillerOfField(
  reads: Reads,
  definition: Definition,
  name: string,
  bare: readonly Values[],
): Promise<Fill> {
  const { made } = definition.fields[name] ?? {};
  const candidatesOf = (record: Values) => made?.candidates(String(record[made.from] ?? '')) ?? [];
  const firsts = new Map<Values, string>();
  for (const record of bare) {
    if (isTurnOver()) await freeTurn();
    const [first] = candidatesOf(record);
    if (first !== undefined) firsts.set(record, first);
  }
  const taken = await heldAmong(reads, definition, name, [...firsts.values()]);
  return async (record) => {
    const first = firsts.get(record);
    if (first !== undefined) record[name] = first;
    if (first !== undefined && taken.has(first)) {
      if (isTurnOver()) await freeTurn();
      const [, ...others] = candidatesOf(record);
      const held = await heldAmong(reads, definition, name, others);
      record[name] = others.find((candidate) => !held.has(candidate) && !taken.has(candidate));
    }
    taken.add(record[name]);
  };
}

/** Which of these values a visible record holds in the field. */
async function heldAmong(
  reads: Reads,
  definition: Definition,
  name: string,
  values: readonly string[],
): Promise<Set<unknown>> {
  const held = new Set<unknown>();
  for (const some of chunksOf(values)) {
    const holders = await reads.where(definition, (select) => select.where(name, 'in', some));
    for (const holder of holders) held.add((holder as Values)[name]);
  }
  return held;
}
