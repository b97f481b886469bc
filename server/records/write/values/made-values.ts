import type { Definition } from '../../../definitions/define-record.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';
import { chunksOf } from '../../rows/chunks.ts';
import type { Reads } from '../../rows/reads.ts';

type Values = Record<string, unknown>;
type Fill = (row: Values) => Promise<void>;

/**
 * Returns a function that fills, row by row, the fields that are made from others and were not sent: with the first
 * candidate that no visible row holds and no row filled before. `reads` must belong to the transaction that writes the
 * rows, so that two rows of it cannot get the same value.
 */
export async function fillerOf(reads: Reads, definition: Definition, rows: readonly Values[]): Promise<Fill> {
  const fills: Fill[] = [];
  for (const name of definition.made) fills.push(await fillerOfField(reads, definition, name, rows));
  return async (row) => {
    for (const fill of fills) await fill(row);
  };
}

/** Fills what is made from texts in further languages, which a row may get long after it was made. */
export async function fillTranslated(reads: Reads, definition: Definition, row: Values): Promise<void> {
  if (definition.localised.size === 0) return;
  for (const name of definition.made) {
    if (definition.fields[name]?.translates === undefined) continue;
    const fill = await fillerOfField(reads, definition, name, [row]);
    await fill(row);
  }
}

async function fillerOfField(
  reads: Reads,
  definition: Definition,
  name: string,
  rows: readonly Values[],
): Promise<Fill> {
  const { made, translates } = definition.fields[name] ?? {};
  const isTranslation = translates !== undefined; // made only where there is a text in its language
  const isMissing = (row: Values) => row[name] === null && (!isTranslation || row[made?.from ?? ''] !== null);
  const bare = made ? rows.filter(isMissing) : [];
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
