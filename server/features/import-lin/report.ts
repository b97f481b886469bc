import type { RowDecision } from './decision.ts';

type Say = (line: string) => void;

interface Counts {
  imported: number;
  changed: number;
  present: number;
  skipped: number;
}

/** Prints what was decided about each row, and a summary at the end. Keeps no more than a batch. */
export class Report {
  readonly #say: Say;
  readonly #counts = new Map<string, Counts>();
  #future = { rows: 0, latest: 0 };
  readonly #lines = new Map<string, string[]>();

  constructor(say: Say) {
    this.#say = say;
  }

  add(row: RowDecision): void {
    const counts = this.#of(row.table);
    counts[row.outcome] += 1;
    if (row.outcome === 'skipped') this.#collect(row, `skipped: ${row.reason}`);
    const isRenumbered = row.target !== undefined && row.target !== row.id;
    if (row.outcome === 'present' && isRenumbered) this.#collect(row, 'already there under another id');
    if (row.outcome !== 'imported' || (row.changes.length === 0 && !isRenumbered)) return;
    counts.changed += 1;
    for (const change of row.changes) this.#collect({ ...row, target: undefined }, `changed: ${change}`);
    if (isRenumbered) this.#collect(row, 'changed: it gets another id here');
  }

  /** Prints that samples of this server made way for rows of a table. */
  clear(table: string, ids: readonly bigint[]): void {
    this.#say(`${table}  untouched samples of this server make way  [id ${ids.join(', ')}]`);
  }

  /** Counts a row whose times lie in the future: the zone may be wrong. */
  noteFuture(time: number): void {
    this.#future = { rows: this.#future.rows + 1, latest: Math.max(this.#future.latest, time) };
  }

  /** Warns of rows in the future. */
  tellFuture(zone: string): void {
    const { rows, latest } = this.#future;
    if (rows === 0) return;
    const until = new Date(latest).toISOString();
    this.#say(
      `\nWarning: rows with times later than now: ${rows}, the latest ${until}. Times were read as of ${zone}; if that database has another zone, name it by --time-zone`,
    );
  }

  /** Prints what was added since the last call: one line for all rows of a table with the same decision. */
  flush(): void {
    for (const [what, ids] of this.#lines) this.#say(`${what}  [id ${ids.join(', ')}]`);
    this.#lines.clear();
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

  #collect({ table, id, target }: RowDecision, what: string): void {
    const line = `${table}  ${what}`;
    const ids = target === undefined ? `${id}` : `${id} → ${target}`;
    this.#lines.set(line, [...(this.#lines.get(line) ?? []), ids]);
  }
}
