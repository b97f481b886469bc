import type { Database } from '../database/database.ts';
import type { Connection, Raw } from '../database/engine.ts';
import { prepare, type Statement } from '../database/statement.ts';
import { rowReader } from '../database/values.ts';
import type { DueJob } from './due-jobs.ts';
import { type JobRecord, job } from './job.collection.ts';

/** How many jobs are put in line, or let out of it, by one transaction. */
export const MOST_IN_LINE_AT_ONCE = 100;

type InLine = Pick<JobRecord, 'id' | 'follows'>;

/**
 * The jobs of one subject stand in a line, and only its head may be claimed. Who adds a job does not look for others: the
 * process that would claim it puts it in line, and the end of the head lets the next one out. Both hold the head's record, so
 * no job is put behind one that has ended meanwhile.
 */
export class JobLines {
  readonly #database: Database;
  readonly #read: (raw: Raw) => InLine;
  /** The first unfinished job of a subject. */
  readonly #first: (values: { readonly subject: string }) => Statement;
  readonly #letsOut: (values: { readonly id: bigint }) => Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#read = rowReader(database.engine, { id: { type: 'bigint' }, follows: { type: 'boolean' } });
    this.#first = prepare((slot) =>
      database.query
        .selectFrom(job.name)
        .select(['id', 'follows'])
        .where('subject', '=', slot('subject'))
        .where('end_time', 'is', null)
        .orderBy('id')
        .limit(1),
    );
    this.#letsOut = prepare((slot) =>
      database.query.updateTable(job.name).set({ follows: false }).where('id', '=', slot('id')),
    );
  }

  /** Puts those of these jobs in line behind their heads whose heads have not ended. */
  async putInLine(connection: Connection, due: readonly DueJob[]): Promise<void> {
    const heads = due.flatMap(({ head }) => head ?? []);
    if (heads.length === 0) return;
    const unfinished = this.#query
      .selectFrom(job.name)
      .select('id')
      .where('id', 'in', filled(heads))
      .where('end_time', 'is', null)
      .orderBy('id')
      .forUpdate();
    const held = new Set((await connection.all(unfinished.compile())).map((raw) => this.#read(raw).id));
    await this.#set(
      connection,
      due.filter(({ head }) => head !== null && held.has(head)),
      true,
    );
  }

  /** Lets the next job of a subject out, in the transaction that ended the one before. */
  async letNextOut(connection: Connection, subject: string): Promise<void> {
    const [next] = (await connection.all(this.#first({ subject }))).map(this.#read);
    if (next?.follows) await connection.run(this.#letsOut({ id: next.id }));
  }

  /** Lets jobs out whose head was ended by something that knows no lines, such as a server of an earlier version. */
  async letOrphansOut(kinds: readonly string[]): Promise<void> {
    const inLine = this.#query
      .selectFrom(`${job.name} as j`)
      .select('j.id')
      .where('j.kind', 'in', kinds)
      .where('j.follows', '=', true)
      .where('j.due_time', '>', 0);
    const { reads, longReads } = this.#database;
    if ((await reads.all(inLine.limit(1).compile())).length === 0) return;
    const orphans = inLine
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom(`${job.name} as earlier`)
              .select('earlier.id')
              .whereRef('earlier.subject', '=', 'j.subject')
              .where('earlier.end_time', 'is', null)
              .whereRef('earlier.id', '<', 'j.id'),
          ),
        ),
      )
      .limit(MOST_IN_LINE_AT_ONCE);
    const found = (await longReads.all(orphans.compile())).map(this.#read);
    await this.#database.transaction((connection) => this.#set(connection, found, false));
  }

  get #query() {
    return this.#database.query;
  }

  async #set(connection: Connection, jobs: readonly Pick<InLine, 'id'>[], follows: boolean): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    if (ids.length === 0) return;
    await connection.run(
      this.#query.updateTable(job.name).set({ follows }).where('id', 'in', filled(ids)).compile(),
    );
  }
}

/** Names the last id again up to one or the most, so that two statements serve all lengths. */
function filled(ids: readonly bigint[]): bigint[] {
  const length = ids.length === 1 ? 1 : MOST_IN_LINE_AT_ONCE;
  return Array.from({ length }, (_, index) => ids[index] ?? (ids.at(-1) as bigint));
}
