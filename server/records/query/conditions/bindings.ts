import type { Column } from '../../../../contract/column.ts';
import type { PatternSql } from '../../../database/any-case.ts';
import type { Engine, Raw } from '../../../database/engine.ts';
import type { Clauses } from '../../../database/search-sql.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { patternsOf } from './patterns.ts';

/** A pattern in a slot, and how a column is compared with it. */
export interface BoundPattern {
  readonly by: Pick<PatternSql, 'before' | 'after'>;
  readonly slot: string;
}

/** The parts of an engine that bind values; without a database there is no index to search. */
type Binder = Pick<Engine, 'encode' | 'anyCase'> & Partial<Pick<Engine, 'search'>>;

/** The values of one query, apart from its shape and already in the engine's form. */
export class Bindings {
  readonly values: Raw = {};
  readonly #engine: Binder;
  readonly #prefix: string;
  #count = 0;

  constructor(engine: Binder, prefix = 'value') {
    this.#engine = engine;
    this.#prefix = prefix;
  }

  /** The same values, to which others can be added. */
  copy(): Bindings {
    const copy = new Bindings(this.#engine, this.#prefix);
    Object.assign(copy.values, this.values);
    copy.#count = this.#count;
    return copy;
  }

  /** Binds a value and returns the name of its slot. */
  add(column: Column, value: unknown): string {
    const slot = `${this.#prefix}${this.#count++}`;
    this.values[slot] = this.#engine.encode(column, value);
    return slot;
  }

  /** Binds the patterns that find a word in any letter case: a text meets all of one list. */
  addPatterns(column: Column, word: string): BoundPattern[][] {
    return patternsOf(this.#engine, word).map((all) =>
      all.map(({ pattern, ...by }) => ({ by, slot: this.add(column, pattern) })),
    );
  }

  /** Binds a query of the full text index. */
  addSearch(wanted: Clauses, others?: readonly Clauses[]): string {
    const { search } = this.#engine;
    if (!search) throw new Error('only lists search');
    return this.add({ type: 'text' }, search.query(wanted, others));
  }

  /** A value as the engine holds it. */
  encoded(column: Column, value: unknown): unknown {
    return this.#engine.encode(column, value);
  }

  /** Binds a list. The last slot is repeated up to a power of two: few lengths make few statements. */
  addList(column: Column, values: readonly unknown[]): string[] {
    const slots = values.map((value) => this.add(column, value));
    const length = 2 ** Math.ceil(Math.log2(slots.length));
    return Array.from({ length }, (_, index) => slots[index] ?? slots.at(-1) ?? '');
  }

  /** Binds a list of any length to one slot, as JSON. */
  addJsonList(column: Column, values: readonly unknown[]): string {
    const encoded = values.map((value) => this.#engine.encode(column, value));
    return this.add({ type: 'text' }, toJson(encoded));
  }
}
