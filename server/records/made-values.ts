import type { Definition } from '../definitions/define-record.ts';
import type { Reads } from './reads.ts';

type Values = Record<string, unknown>;

/**
 * Fills each field that is made from another where the row comes without: with the first candidate that no visible row
 * holds. The row's transaction must see what it reads here, so that no other row of it takes the same.
 */
export async function fillMade(reads: Reads, definition: Definition, row: Values): Promise<void> {
  for (const name of definition.made) {
    const made = definition.fields[name]?.made;
    if (!made || row[name] !== null) continue;
    const candidates = made.candidates(String(row[made.from] ?? ''));
    const holders = await reads.where(definition, (select) => select.where(name, 'in', candidates));
    const taken = new Set(holders.map((holder) => (holder as Values)[name]));
    row[name] = candidates.find((candidate) => !taken.has(candidate));
  }
}
