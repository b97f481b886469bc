import { MAX_INT64 } from '../../../contract/limits.ts';
import type { Records } from '../../records/records.ts';
import type { Writes } from '../../records/writes.ts';
import { imported } from './imported.record.ts';

/** Stands for an id that a dry run does not get; no row has it. */
const PROMISED = MAX_INT64;

/** Which row of the source became which row here. */
export class Mapping {
  readonly #records: Records;
  readonly #source: string;
  /** Rows that a dry run would write, of the tables that others refer to. */
  readonly #planned = new Set<string>();

  constructor(records: Records, source: string) {
    this.#records = records;
    this.#source = source;
  }

  /** The ids here of those of these rows that were taken over. In a dry run some of them are only promised. */
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

  /** The name of another source that rows were imported from, if there is one. */
  async otherSource(): Promise<string | undefined> {
    const other = await this.#records.reads.first(imported, (select) =>
      select.where('source', '<>', this.#source),
    );
    return other?.source;
  }
}
