import type { Column, Shape } from '../../../contract/column.ts';
import {
  type AccessRule,
  alternativesOf,
  type Definition,
  type Where,
} from '../../definitions/for-server.ts';

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

const ofRules = new WeakMap<Definition, Shape>();

/** The columns that a collection's read rule may look at; all of them if a function decides. */
export function sightColumns(definition: Definition): Shape {
  const found = ofRules.get(definition) ?? findColumns(definition);
  ofRules.set(definition, found);
  return found;
}

function findColumns({ access, columns }: Definition): Shape {
  const rules = access ? alternativesOf(access.read) : [];
  const names = new Set(rules.flatMap((rule) => namesIn(rule, Object.keys(columns))));
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.has(name)));
}

function namesIn(rule: AccessRule, all: readonly string[]): readonly string[] {
  const records = 'records' in rule ? rule.records : undefined;
  if (records === undefined) return [];
  if (records === 'own') return ['create_user_id'];
  return typeof records === 'function' ? all : whereNames(records);
}

function whereNames(where: Where): string[] {
  return Object.entries(where).flatMap(([name, part]) => {
    if ((name === 'and' || name === 'or') && Array.isArray(part)) return part.flatMap(whereNames);
    return name === 'not' && isWhere(part) ? [name, ...whereNames(part)] : name;
  });
}

function isWhere(part: Where[string] | undefined): part is Where {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
