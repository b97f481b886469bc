import type { SourceEngine } from '../../import-lin/exports.ts';

/** The dialect of SQL that a database reads. */
export type ForeignDialect = 'sqlite' | 'postgres' | 'mysql';

/** The tables and views of somebody else, as the database describes them. Plain data. */
export interface ForeignSchema {
  readonly dialect: ForeignDialect;
  /** The schema that names must be written with; undefined for the one that a connection starts in. */
  readonly qualifier: string | undefined;
  readonly tables: readonly ForeignTable[];
}

export interface ForeignTable {
  readonly name: string;
  readonly kind: 'table' | 'view' | 'virtual table';
  readonly comment: string | undefined;
  readonly columns: readonly ForeignColumn[];
  /** The columns of the primary key; empty without one. */
  readonly primaryKey: readonly string[];
  /** The columns of other keys, none of which can be null. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly references: readonly ForeignReference[];
  /** Whether the connected user may delete its rows. */
  readonly mayDelete: boolean;
  /** Why nobody can write it here, whatever their rights; undefined if nothing is in the way. */
  readonly unwritable: string | undefined;
}

export interface ForeignColumn {
  readonly name: string;
  /** The type as the database writes it, such as `numeric(10,2)`. */
  readonly type: string;
  /** The type in lower case, without its length and its schema. */
  readonly base: string;
  /** The numbers in brackets behind the type: a length, or precision and scale. */
  readonly sizes: readonly number[];
  readonly comment: string | undefined;
  /** The words of an enumeration, or of a check such as `state in ('new', 'done')`. */
  readonly words: readonly string[] | undefined;
  /** Whether the connected user may read it. */
  readonly mayRead: boolean;
  /** Whether the connected user may give it a value in a new row, and in an old one. */
  readonly mayInsert: boolean;
  readonly mayUpdate: boolean;
  /** Whether a new row needs a value for it. */
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** Whether the database computes it, so that nobody may write it. */
  readonly isGenerated: boolean;
  /** Whether the database counts its values and tells them, so that it can be the key of new rows. */
  readonly isKeyMade: boolean;
  /** Whether the table sets it by itself when a row is changed. */
  readonly isTouched: boolean;
}

/** A foreign key. */
export interface ForeignReference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
}

/** Reads the schema of this name, or the one that a connection starts in. */
export type Inspect = (engine: SourceEngine, schema: string | undefined) => Promise<ForeignSchema>;

/** A type such as `numeric(10,2)`, without its length, and the numbers of that. */
export function partsOfType(type: string): Pick<ForeignColumn, 'type' | 'base' | 'sizes'> {
  const [, sizes = ''] = /\(([\d, ]+)\)/.exec(type) ?? [];
  const base = type
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return { type, base, sizes: sizes.split(',').flatMap((size) => (size.trim() ? Number(size) : [])) };
}

/** A comment, if it says anything. */
export function saying(comment: string | null | undefined): string | undefined {
  return comment?.trim() || undefined;
}
