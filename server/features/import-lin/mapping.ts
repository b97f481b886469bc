import { MAX_INT64 } from '../../../contract/limits.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Writes } from '../../records/write/writes.ts';
import { imported } from './imported.collection.ts';

/** In a dry run, the id of a record that an import would create. No record has it. */
const PROMISED = MAX_INT64;

/** How many records are read at once. */
const PAGE = 1000;

/** Maps records of the source to records of this database. */
export class Mapping {
  readonly #store: RecordStore;
  readonly #source: string;
  /** Records that a dry run would write, of the tables that others refer to. */
  readonly #planned = new Set<string>();

  constructor(store: RecordStore, source: string) {
    this.#store = store;
    this.#source = source;
  }

  /** The ids here of the imported ones among these records. A dry run only promises some of them. */
  async targets(table: string, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
    if (ids.length === 0) return new Map();
    const records = await this.#store.reads.where(imported, (select) =>
      select.where('source', '=', this.#source).where('kind', '=', table).where('source_id', 'in', ids),
    );
    const planned = ids.filter((id) => this.#planned.has(`${table} ${id}`));
    return new Map([
      ...planned.map((id) => [id, PROMISED] as const),
      ...records.map((record) => [record.source_id, record.target_id] as const),
    ]);
  }

  async remember(writes: Writes, table: string, id: bigint, target: bigint): Promise<void> {
    await writes.create(imported, { source: this.#source, kind: table, source_id: id, target_id: target });
  }

  promise(table: string, id: bigint): void {
    this.#planned.add(`${table} ${id}`);
  }

  /** The imported records as CSV: their table and id there, and their id here. */
  async *lines(): AsyncGenerator<string> {
    yield 'table,id_there,id_here\r\n';
    for (let last = 0n; ; ) {
      const records = await this.#store.reads.where(imported, (select) =>
        select.where('source', '=', this.#source).where('id', '>', last).orderBy('id').limit(PAGE),
      );
      yield records.map((record) => `${record.kind},${record.source_id},${record.target_id}\r\n`).join('');
      const end = records.at(-1);
      if (!end) return;
      last = end.id;
    }
  }

  /** The name of another source that records were imported from, if there is one. */
  async otherSource(): Promise<string | undefined> {
    const other = await this.#store.reads.first(imported, (select) =>
      select.where('source', '<>', this.#source),
    );
    return other?.source;
  }
}
