import type { Column } from '../../contract/column.ts';
import type { Engine, Raw } from '../database/engine.ts';

/** The values of one query, kept apart from its shape and already in the engine's form. */
export class Bindings {
  readonly values: Raw = {};
  readonly #engine: Pick<Engine, 'encode'>;
  readonly #prefix: string;
  #count = 0;

  constructor(engine: Pick<Engine, 'encode'>, prefix = 'value') {
    this.#engine = engine;
    this.#prefix = prefix;
  }

  /** Answers the name of the slot that the value is bound to. */
  add(column: Column, value: unknown): string {
    const slot = `${this.#prefix}${this.#count++}`;
    this.values[slot] = this.#engine.encode(column, value);
    return slot;
  }

  /** Slots for a list of values, of which the last is named again up to a power of two: few lengths, so few statements. */
  addList(column: Column, values: readonly unknown[]): string[] {
    const slots = values.map((value) => this.add(column, value));
    const length = 2 ** Math.ceil(Math.log2(slots.length));
    return Array.from({ length }, (_, index) => slots[index] ?? slots.at(-1) ?? '');
  }
}
