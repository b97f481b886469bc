import type { Definition } from '../../definitions/define-collection.ts';
import { makeSealing, type Sealing, type SealingPurpose } from '../../shared/secrets/sealing.ts';
import type { Reads } from '../store/reads.ts';

/** The records of one transaction. */
const BATCH = 100;

/** A collection with encrypted columns: each value is encrypted for the user in `owner`. */
export interface SealedCollection {
  readonly definition: Definition;
  readonly owner: string;
  readonly columns: readonly string[];
  readonly purpose: SealingPurpose;
  /** What to do about values that no secret decrypts. */
  readonly remedy: string;
}

/** What is encrypted, and the secrets of the server that may open it. */
export interface Sealed {
  readonly sealed: readonly SealedCollection[];
  readonly secrets: readonly [string, ...string[]];
}

type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: bigint };

/** An encrypted value of a record. */
export interface SealedValue {
  readonly column: string;
  readonly sealed: string;
  readonly owner: bigint;
}

/** Some of the records that hold encrypted values, and what opens them. */
export interface SealedRecords {
  readonly collection: SealedCollection;
  readonly sealing: Sealing;
  readonly records: readonly AnyRecord[];
}

/** All records with encrypted values, in batches. */
export async function* sealedRecords(
  reads: Reads,
  { sealed, secrets }: Sealed,
): AsyncGenerator<SealedRecords> {
  for (const collection of sealed) {
    const sealing = makeSealing(secrets, collection.purpose);
    const after = (id: bigint) =>
      reads.where(collection.definition, (select) => select.where('id', '>', id).orderBy('id').limit(BATCH));
    let records = await after(0n);
    while (records.length > 0) {
      yield { collection, sealing, records };
      records = await after(records.at(-1)?.id ?? 0n);
    }
  }
}

/** The encrypted values of a record. */
export function valuesIn({ columns, owner }: SealedCollection, record: AnyRecord): SealedValue[] {
  return columns.flatMap((column) => {
    const sealed = record[column];
    return typeof sealed === 'string' ? { column, sealed, owner: record[owner] as bigint } : []; // a reference to a user
  });
}

/** How many encrypted values need which secret of the server. */
interface SealedCounts {
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
