import type { Column } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-collection.ts';

/**
 * The name under which the feed keeps the ids of the records above a changed record of a tree, the parent first. No column begins
 * with an underscore.
 */
export const TREE_PATH = '_path';
export const treePathColumn: Column = { type: 'ids' };

/** Names of columns by collection. */
export type ColumnNames = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The columns that the feed keeps of changed records because conditions look at them, beside those of read rules. Each process
 * has its own list; a column that it does not list yet is not kept, and a condition on that column counts as met.
 */
export class KeptColumns {
  #names: ColumnNames = new Map();

  of({ name }: Pick<Definition, 'name'>): ReadonlySet<string> {
    return this.#names.get(name) ?? NONE;
  }

  /** The present columns, for `replace`. */
  get names(): ColumnNames {
    return this.#names;
  }

  /** Replaces the columns, unless some were added since `known` was read. */
  replace(known: ColumnNames, names: ColumnNames): void {
    if (this.#names === known) this.#names = names;
  }

  /** Keeps further columns of a collection from now on. */
  add(collection: string, names: Iterable<string>): void {
    const all = new Set([...(this.#names.get(collection) ?? []), ...names]);
    this.#names = new Map([...this.#names, [collection, all]]);
  }
}

const NONE: ReadonlySet<string> = new Set();
