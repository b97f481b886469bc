import { aFunction, anObject, name as collectionName, needed } from '../checks/option-checks.ts';
import type { OptionCheck, OptionTable } from '../checks/options.ts';
import type { CollectionName, InputFor, Records, StoredRecordOf, WhereOf } from '../types/collections-api.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';

interface Named {
  /** Says whether it has run, and when it runs: in the order of names, such as `2026-11-22-sort-titles`. */
  readonly name: string;
}

/**
 * Changes records of one collection in batches. Each batch is a transaction, so an interrupted migration continues after the last one.
 */
export interface RecordMigration<N extends CollectionName> extends Named {
  readonly collection: N;
  /** Which records; all if left out. Records in the trash are not changed. */
  readonly where?: WhereOf<N>;
  /** Returns the values to change in a record; undefined for none. It may read and write other records. */
  readonly change: (
    record: StoredRecordOf<N>,
    records: Records,
  ) => Partial<InputFor<N>> | undefined | Promise<Partial<InputFor<N>> | undefined>;
}

/** Does anything, in one transaction. */
export interface OneMigration extends Named {
  readonly run: (records: Records) => unknown;
}

/** A migration of a project's data. */
export type DataMigration = RecordMigration<CollectionName> | OneMigration;

const migrationName: OptionCheck = {
  allowed: 'letters, digits and hyphens, at most 80, such as 2026-11-22-sort-titles',
  accepts: (value) => typeof value === 'string' && /^[a-z0-9][a-z0-9-]{0,79}$/i.test(value),
};

type Options = RecordMigration<CollectionName> & OneMigration;

const MIGRATION: OptionTable<Options> = {
  owner: 'a migration',
  checks: {
    name: needed(migrationName),
    collection: collectionName,
    where: anObject,
    change: aFunction,
    run: aFunction,
  },
  contradiction: ({ collection, change, where, run }: Partial<Options>) => {
    const ofRecords = collection !== undefined && change !== undefined;
    if (run ? !(collection ?? change ?? where) : ofRecords) return undefined;
    return "it has either 'run', or 'collection' and 'change'";
  },
};

/** Describes a migration of data, which `quire migrate --apply` runs once, after the tables match the definitions. */
export function defineMigration(source: OneMigration): DataMigration;
// The compiler explains a mistake by the last signature: that of records has more to be mistaken in.
export function defineMigration<const N extends CollectionName>(source: RecordMigration<N>): DataMigration;
export function defineMigration(source: Named): DataMigration {
  requireSound(subjectOf('migration', source?.name), MIGRATION, source);
  return markDefined('defineMigration', { ...(source as DataMigration) }); // the table has checked it
}
