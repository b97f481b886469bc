import { MAX_INT64 } from '../../../contract/limits.ts';
import type { Records } from '../../records/records.ts';
import type { Writes } from '../../records/write/writes.ts';
import { imported } from './imported.collection.ts';

/** In a dry run, the id of a row that an import would create. No row has it. */
const PROMISED = MAX_INT64;

/** How many rows are read at once. */
const PAGE = 1000;

/** Maps rows of the source to rows of this database. */
export class Mapping {
  readonly #records: Records;
  readonly #source: string;
  /** Rows that a dry run would write, of the tables that others refer to. */
  readonly #planned = new Set<string>();

  constructor(records: Records, source: string) {
    this.#records = records;
    this.#source = source;
  }

  /** The ids here of the imported ones among these rows. A dry run only promises some of them. */
  async targets(table: string, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#records.reads.where(imported, (select) =>
      select.where('source', '=', this.#source).where('kind', '=', table).where('source_id', 'in', ids),
    );
    const planned = ids.filter((id) => this.#planned.has(`${table} ${id}`));
    return new Map([
      ...planned.map((id) => [id, PROMISED] as const),
      ...rows.map((row) => [row.source_id, row.target_id] as const),
    ]);
  }

  async remember(writes: Writes, table: string, id: bigint, target: bigint): Promise<void> {
    await writes.create(imported, { source: this.#source, kind: table, source_id: id, target_id: target });
  }

  promise(table: string, id: bigint): void {
    this.#planned.add(`${table} ${id}`);
  }

  /** The imported rows as CSV: their table and id there, and their id here. */
  async *lines(): AsyncGenerator<string> {
    yield 'table,id_there,id_here\r\n';
    for (let last = 0n; ; ) {
      const rows = await this.#records.reads.where(imported, (select) =>
        select.where('source', '=', this.#source).where('id', '>', last).orderBy('id').limit(PAGE),
      );
      yield rows.map((row) => `${row.kind},${row.source_id},${row.target_id}\r\n`).join('');
      const end = rows.at(-1);
      if (!end) return;
      last = end.id;
    }
  }

  /** The name of another source that rows were imported from, if there is one. */
  async otherSource(): Promise<string | undefined> {
    const other = await this.#records.reads.first(imported, (select) =>
      select.where('source', '<>', this.#source),
    );
    return other?.source;
  }
}
