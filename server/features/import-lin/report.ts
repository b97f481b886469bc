import type { Fate } from './fate.ts';

type Say = (line: string) => void;

interface Counts {
  imported: number;
  changed: number;
  present: number;
  skipped: number;
}

/** Tells what becomes of each row while it becomes it, and at the end how many rows became what. Keeps no more than a batch. */
export class Report {
  readonly #say: Say;
  readonly #counts = new Map<string, Counts>();
  readonly #told = new Map<string, bigint[]>();

  constructor(say: Say) {
    this.#say = say;
  }

  add(fate: Fate): void {
    const counts = this.#of(fate.table);
    counts[fate.outcome] += 1;
    if (fate.outcome === 'skipped') this.#tell(fate, `skipped: ${fate.reason}`);
    if (fate.outcome !== 'imported' || fate.changes.length === 0) return;
    counts.changed += 1;
    for (const change of fate.changes) this.#tell(fate, `changed: ${change}`);
  }

  /** Rows of a table that nothing here knows. */
  leave(table: string, why: string): void {
    this.#say(`${table}  ${why}`);
  }

  /** Says what was added since, one line for all rows of a table with the same fate. */
  flush(): void {
    for (const [what, ids] of this.#told) this.#say(`${what}  [id ${ids.join(', ')}]`);
    this.#told.clear();
  }

  summary(): string {
    const heads = ['table', 'read', 'imported', 'already there', 'skipped', 'of the imported, changed'];
    const lines = [...this.#counts].map(([table, { imported, changed, present, skipped }]) => [
      table,
      ...[imported + present + skipped, imported, present, skipped, changed].map(String),
    ]);
    const widths = heads.map((head, index) =>
      Math.max(head.length, ...lines.map((line) => line[index]?.length ?? 0)),
    );
    const pad = (text: string, index: number) =>
      index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0);
    return [heads, ...lines].map((line) => line.map(pad).join('  ')).join('\n');
  }

  #of(table: string): Counts {
    const counts = this.#counts.get(table) ?? { imported: 0, changed: 0, present: 0, skipped: 0 };
    this.#counts.set(table, counts);
    return counts;
  }

  #tell({ table, id }: Fate, what: string): void {
    const line = `${table}  ${what}`;
    this.#told.set(line, [...(this.#told.get(line) ?? []), id]);
  }
}
