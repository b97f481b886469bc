import type { CollectionRule } from '../access-rule.ts';
import type { Fields } from '../field.ts';
import type { Hooks } from '../hooks.ts';
import type { CollectionSource } from './collection-source.ts';
import type { SoundAccess, SoundFields } from './sound-source.ts';

/** The dialects of SQL that the engines read. MariaDB reads that of MySQL. */
export const SQL_DIALECTS = ['sqlite', 'postgres', 'mysql'] as const;
export type SqlDialect = (typeof SQL_DIALECTS)[number];

/** The select of a query, by the dialect of SQL. */
export type SqlByDialect = Readonly<Partial<Record<SqlDialect, string>>>;

/** The times of a record. Those of a query may be null. */
export const RECORD_TIMES = ['create_time', 'update_time'] as const;
export type RecordTime = (typeof RECORD_TIMES)[number];

/** What can be done with the records of a query that writes a table, beside reading them and their history. */
export const WRITTEN_USES = ['create', 'update', 'delete'] as const;
export type WrittenUse = (typeof WRITTEN_USES)[number];

/** Records that a query answers are only read, unless it says which table it writes. */
export type QueryAccess = { readonly read: CollectionRule } & {
  readonly [U in WrittenUse | 'history']?: CollectionRule;
};

/** A column by its name, or with SQL that makes its value of what a field stores, which stands there as `?`. */
export type WrittenColumn = string | { readonly column: string; readonly sql: string };

/** The table of another program that writes to a query's records go to. */
export interface QueryWrites {
  /** Its name, or its schema and its name. */
  readonly table: string | readonly [schema: string, table: string];
  /** The column of its key, which the select answers as `id`. Left out where `id` is a list of fields. */
  readonly key?: string;
  /** Where the key of a new row comes from: the database counts, or the server makes a UUID. Without it, nothing is created. */
  readonly newKeys?: 'database' | 'uuid';
  /** The columns that fields, and `times`, are written to. Other fields are only read. */
  readonly columns: Readonly<Record<string, WrittenColumn>>;
}

/** The same, completed. */
export interface WrittenTable {
  readonly table: readonly string[];
  readonly key: string | undefined;
  readonly newKeys: QueryWrites['newKeys'];
  readonly columns: ReadonlyMap<string, { readonly column: string; readonly sql?: string }>;
  readonly uses: readonly WrittenUse[];
}

/** What only records that are stored can have. */
type OfStoredRecords =
  | 'renamedFrom'
  | 'audit'
  | 'waysBack'
  | 'unique'
  | 'indexes'
  | 'search'
  | 'conflicts'
  | 'drafts'
  | 'reviewed'
  | 'codes'
  | 'isFollowed'
  | 'samples'
  | 'access'
  | 'path';

/** The contents of the definition file of a query. */
export interface CheckedQuery<F extends Fields> extends Omit<CollectionSource<F>, OfStoredRecords> {
  readonly path: `/${string}`;
  /** A select: one for all engines, or one for each that the project runs on. It answers `id` and the fields. */
  readonly sql: string | SqlByDialect;
  /**
   * What ids are: whole numbers by default. UUIDs are served as texts, and found by an index of their own type. Fields whose values
   * together tell records apart make a text: the select answers them, and no `id`.
   */
  readonly id?: 'number' | 'text' | 'uuid' | readonly string[];
  /** The times that the select answers beside the fields, as collections have them: of creation, and of the last change. */
  readonly times?: readonly RecordTime[];
  /** The table that is written where records are changed; without it, they are only read. */
  readonly writes?: QueryWrites;
  readonly access: QueryAccess;
  /** Own code around writes, in their transaction. */
  readonly hooks?: Hooks<F, 'none'>;
}

/** The same as its author writes it: with types in which a mistake does not compile. */
export interface QuerySource<F extends Fields, R = QueryAccess>
  extends Omit<CheckedQuery<F>, 'fields' | 'access'> {
  readonly fields: SoundFields<F>;
  readonly access: SoundAccess<R, QueryAccess, F, 'none'>;
}
