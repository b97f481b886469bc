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
