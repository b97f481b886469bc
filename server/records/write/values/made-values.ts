import type { Definition } from '../../../definitions/define-collection.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';
import { chunksOf } from '../../rows/chunks.ts';
import type { Reads } from '../../rows/reads.ts';

type Values = Record<string, unknown>;
type Fill = (row: Values) => Promise<void>;

/**
 * Returns a function that fills, row by row, derived fields that were not sent, with the first candidate that neither a visible
 * row nor an earlier one of these rows holds. `reads` must belong to the transaction that writes the rows, so that two of them
 * cannot get the same value.
 */
export async function fillerOf(reads: Reads, definition: Definition, rows: readonly Values[]): Promise<Fill> {
  const fills: Fill[] = [];
  for (const name of definition.made)
    fills.push(await fillerOfField(reads, definition, name, rows.filter(isDue(definition, name))));
  return async (row) => {
    for (const fill of fills) await fill(row);
  };
}

/** Fills derived fields of an existing row whose source text came later: in another language, or in a draft. */
export async function fillDue(reads: Reads, definition: Definition, row: Values): Promise<void> {
  for (const name of definition.made)
    if (definition.fields[name]?.nullable && isDue(definition, name)(row))
      await fillField(reads, definition, name, row);
}

/** Fills all derived fields, also from missing texts. */
export async function fillAll(reads: Reads, definition: Definition, row: Values): Promise<void> {
  for (const name of definition.made)
    if (row[name] === null && definition.fields[name]?.translates === undefined)
      await fillField(reads, definition, name, row);
}

/** Whether a row lacks the field and has the text to make it from. */
function isDue({ fields }: Definition, name: string): (row: Values) => boolean {
  const { made, nullable } = fields[name] ?? {};
  return (row) => row[name] === null && (!nullable || (row[made?.from ?? ''] ?? null) !== null);
}

async function fillField(reads: Reads, definition: Definition, name: string, row: Values): Promise<void> {
  const fill = await fillerOfField(reads, definition, name, [row]);
  await fill(row);
}

/** Fills the field in each of `bare`. */
async function fillerOfField(
  reads: Reads,
  definition: Definition,
  name: string,
  bare: readonly Values[],
): Promise<Fill> {
  const { made } = definition.fields[name] ?? {};
  const candidatesOf = (row: Values) => made?.candidates(String(row[made.from] ?? '')) ?? [];
  const firsts = new Map<Values, string>();
  for (const row of bare) {
    if (isTurnOver()) await freeTurn();
    const [first] = candidatesOf(row);
    if (first !== undefined) firsts.set(row, first);
  }
  const taken = await heldAmong(reads, definition, name, [...firsts.values()]);
  return async (row) => {
    const first = firsts.get(row);
    if (first !== undefined) row[name] = first;
    if (first !== undefined && taken.has(first)) {
      if (isTurnOver()) await freeTurn();
      const [, ...others] = candidatesOf(row);
      const held = await heldAmong(reads, definition, name, others);
      row[name] = others.find((candidate) => !held.has(candidate) && !taken.has(candidate));
    }
    taken.add(row[name]);
  };
}

/** Which of these values a visible row holds in the field. */
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
