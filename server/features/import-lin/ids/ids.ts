import type { Shape } from '../../../../contract/column.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import {
  columnsEvenDeleted,
  type Reads,
  revision,
  systemContext,
  type Writes,
} from '../../../records/index.ts';
import type { ImportStep, RecordDecision, RecordSet } from '../decision.ts';
import type { Move } from '../move.ts';
import { clearSamples, untouchedSamples } from './samples.ts';

/** A higher id is not kept: the ids after it, which the table goes on with, would soon be no safe numbers in JSON. */
const MOST_KEPT = 2n ** 52n;

/**
 * The ids that records of one table get here. A record keeps its id if no record has or had it; untouched samples make way. Other records
 * get new ids, which are higher than all of the source.
 */
export class Ids {
  readonly #move: Move;
  readonly #table: string;
  readonly #home: Definition;
  /** The id that a dry run gives next. */
  #next: bigint;
  #samples: readonly bigint[];

  /** Unless this is a dry run, raises the next id of the table above all of the source, so that nobody else takes one of those. */
  static async begin(move: Move, table: string, home: Definition): Promise<Ids> {
    const [highest] = await move.source.records(
      `select max(t.id) as id from ${move.source.from(table)} t where t.id <= ${MOST_KEPT}`,
    );
    const next = await reserve(move, home, BigInt(highest?.id ?? 0) + 1n);
    const samples = await move.store.write(systemContext('import-lin'), (writes) =>
      untouchedSamples(writes, home),
    );
    return new Ids(move, table, home, { next, samples });
  }

  private constructor(
    move: Move,
    table: string,
    home: Definition,
    { next, samples }: { next: bigint; samples: readonly bigint[] },
  ) {
    this.#move = move;
    this.#table = table;
    this.#home = home;
    this.#next = next;
    this.#samples = samples;
  }

  /** The same decisions with the ids that an import would give. */
  async foresee(sets: readonly RecordSet[]): Promise<readonly RecordSet[]> {
    const kept = await this.#keepable(this.#move.store.reads, sets, this.#samples);
    const foreseen = (record: RecordDecision): RecordDecision => {
      if (!this.#isOwn(record) || record.outcome !== 'imported') return record;
      const target = record.shared?.id ?? (kept.has(record) ? record.id : this.#next++);
      if (record.shared) record.shared.id = target;
      return { ...record, target };
    };
    const placed = sets.map((set) => set.map(foreseen));
    this.tell(placed, this.#samples);
    return placed;
  }

  /** The records among these that keep their ids, and the samples that made way for them. */
  async makeRoom(
    writes: Writes,
    sets: readonly RecordSet[],
  ): Promise<{ readonly kept: ReadonlySet<RecordDecision>; readonly cleared: readonly bigint[] }> {
    const isNeeded = this.#samples.length > 0 && this.#areImported(sets);
    const cleared = isNeeded ? await clearSamples(writes, this.#home) : [];
    return { kept: await this.#keepable(writes, sets), cleared };
  }

  /** Prints once which samples made way. */
  tell(sets: readonly RecordSet[], cleared: readonly bigint[]): void {
    if (cleared.length === 0 || !this.#areImported(sets)) return;
    this.#move.report.clear(this.#table, cleared);
    this.#samples = [];
  }

  #areImported(sets: readonly RecordSet[]): boolean {
    return sets.flat().some((record) => this.#isOwn(record) && record.outcome === 'imported');
  }

  #isOwn({ table }: RecordDecision): boolean {
    return table === this.#table;
  }

  async #keepable(
    reads: Reads,
    sets: readonly RecordSet[],
    leaving: readonly bigint[] = [],
  ): Promise<ReadonlySet<RecordDecision>> {
    const records = sets
      .flat()
      .filter((record) => this.#isOwn(record) && record.outcome === 'imported' && record.id <= MOST_KEPT);
    const taken = await takenAmong(
      reads,
      this.#home,
      records.map(({ id }) => id).filter((id) => !leaving.includes(id)),
    );
    return new Set(records.filter(({ id }) => !taken.has(id)));
  }
}

/** What decides about the ids of a step's records; undefined where nobody knows them. */
export async function idsOf(move: Move, { table, home }: ImportStep): Promise<Ids | undefined> {
  return home && Ids.begin(move, table, home);
}

/** The ids among these that records of this database have, in the trash or not, or had before they were purged. */
async function takenAmong(
  reads: Reads,
  { name, columns, keepsHistory }: Definition,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set();
  const held = columnsEvenDeleted(reads, name, ['id']).where('id', 'in', ids);
  const records = await reads.records<{ id: bigint }>(held, { id: columns.id } as Shape);
  const past = keepsHistory
    ? await reads.where(revision, (select) =>
        select.where('collection', '=', name).where('record_id', 'in', ids),
      )
    : [];
  return new Set([...records.map((record) => record.id), ...past.map(({ record_id }) => record_id)]);
}

/** Makes the next id of a table at least `least`, and returns it. A dry run only looks. */
async function reserve({ store, isDryRun }: Move, { name }: Definition, least: bigint): Promise<bigint> {
  const { engine } = store.database;
  const { nextId } = engine;
  const next = nextId.read((await engine.reads.all({ sql: nextId.sql(name), parameters: [] }))[0]);
  if (next >= least) return next;
  if (!isDryRun)
    await engine.alone((exclusive) =>
      exclusive.transaction(async (connection) => {
        for (const sql of nextId.set(name, least)) await connection.run({ sql, parameters: [] });
      }),
    );
  return least;
}
