import type { RecordDecision } from './decision.ts';

type Say = (line: string) => void;

interface Counts {
  imported: number;
  changed: number;
  present: number;
  skipped: number;
}

/** Prints what was decided about each record, and a summary at the end. Keeps no more than a batch. */
export class Report {
  readonly #say: Say;
  readonly #counts = new Map<string, Counts>();
  #future = { records: 0, latest: 0 };
  readonly #lines = new Map<string, string[]>();

  constructor(say: Say) {
    this.#say = say;
  }

  add(record: RecordDecision): void {
    const counts = this.#of(record.table);
    counts[record.outcome] += 1;
    if (record.outcome === 'skipped') this.#collect(record, `skipped: ${record.reason}`);
    const isRenumbered = record.target !== undefined && record.target !== record.id;
    if (record.outcome === 'present' && isRenumbered) this.#collect(record, 'already there under another id');
    if (record.outcome !== 'imported' || (record.changes.length === 0 && !isRenumbered)) return;
    counts.changed += 1;
    for (const change of record.changes)
      this.#collect({ ...record, target: undefined }, `changed: ${change}`);
    if (isRenumbered) this.#collect(record, 'changed: it gets another id here');
  }

  /** Prints that samples of this server made way for records of a table. */
  clear(table: string, ids: readonly bigint[]): void {
    this.#say(`${table}  untouched samples of this server make way  [id ${ids.join(', ')}]`);
  }

  /** Counts a record whose times lie in the future: the zone may be wrong. */
  noteFuture(time: number): void {
    this.#future = { records: this.#future.records + 1, latest: Math.max(this.#future.latest, time) };
  }

  /** Warns of records in the future. */
  tellFuture(zone: string): void {
    const { records, latest } = this.#future;
    if (records === 0) return;
    const until = new Date(latest).toISOString();
    this.#say(
      `\nWarning: records with times later than now: ${records}, the latest ${until}. Times were read as of ${zone}; if that database has another zone, name it by --time-zone`,
    );
  }

  /** Prints what was added since the last call: one line for all records of a table with the same decision. */
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

  #collect({ table, id, target }: RecordDecision, what: string): void {
    const line = `${table}  ${what}`;
    const ids = target === undefined ? `${id}` : `${id} → ${target}`;
    this.#lines.set(line, [...(this.#lines.get(line) ?? []), ids]);
  }
}
