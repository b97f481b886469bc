import type { CollectionRule } from '../access-rule.ts';
import type { Fields } from '../field.ts';
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

/** Records that a query answers are only read. */
export type QueryAccess = { readonly read: CollectionRule };

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
  readonly access: QueryAccess;
}

/** The same as its author writes it: with types in which a mistake does not compile. */
export interface QuerySource<F extends Fields, R = QueryAccess>
  extends Omit<CheckedQuery<F>, 'fields' | 'access'> {
  readonly fields: SoundFields<F>;
  readonly access: SoundAccess<R, QueryAccess, F, 'none'>;
}
