import type { Definition } from '../../definitions/define-collection.ts';
import { makeSealing, type Sealing, type SealingPurpose } from '../../shared/secrets/sealing.ts';
import type { Reads } from '../rows/reads.ts';

/** The rows of one transaction. */
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

type Row = Readonly<Record<string, unknown>> & { readonly id: bigint };

/** An encrypted value of a row. */
export interface SealedValue {
  readonly column: string;
  readonly sealed: string;
  readonly owner: bigint;
}

/** Some of the rows that hold encrypted values, and what opens them. */
export interface SealedRows {
  readonly collection: SealedCollection;
  readonly sealing: Sealing;
  readonly rows: readonly Row[];
}

/** All rows with encrypted values, in batches. */
export async function* sealedRows(reads: Reads, { sealed, secrets }: Sealed): AsyncGenerator<SealedRows> {
  for (const collection of sealed) {
    const sealing = makeSealing(secrets, collection.purpose);
    const after = (id: bigint) =>
      reads.where(collection.definition, (select) => select.where('id', '>', id).orderBy('id').limit(BATCH));
    let rows = await after(0n);
    while (rows.length > 0) {
      yield { collection, sealing, rows };
      rows = await after(rows.at(-1)?.id ?? 0n);
    }
  }
}

/** The encrypted values of a row. */
export function valuesIn({ columns, owner }: SealedCollection, row: Row): SealedValue[] {
  return columns.flatMap((column) => {
    const sealed = row[column];
    return typeof sealed === 'string' ? { column, sealed, owner: row[owner] as bigint } : []; // a reference to a user
  });
}
