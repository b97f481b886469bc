import type { Reads } from '../store/reads.ts';
import { type Sealed, sealedRecords, valuesIn } from './sealed-values.ts';

/** How many encrypted values need which secret of the server. */
export interface SealedCounts {
  readonly total: number;
  /** Those that need a secret other than the first, which therefore must not be removed. */
  readonly older: number;
  /** Those that no secret decrypts, by the collection. */
  readonly lost: ReadonlyMap<string, number>;
}

export async function countSealed(reads: Reads, where: Sealed): Promise<SealedCounts> {
  let total = 0;
  let older = 0;
  const lost = new Map<string, number>();
  for await (const { collection, sealing, records } of sealedRecords(reads, where))
    for (const { sealed, owner } of records.flatMap((record) => valuesIn(collection, record))) {
      const opened = sealing.unseal(sealed, owner);
      const { name } = collection.definition;
      total += 1;
      if (!opened) lost.set(name, (lost.get(name) ?? 0) + 1);
      if (opened?.needsOlderSecret) older += 1;
    }
  return { total, older, lost };
}
