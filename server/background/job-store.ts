import { randomUUID } from 'node:crypto';
import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Connection, Raw } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import { prepare, type Statement } from '../database/statement.ts';
import { type JobRow, job } from './job.record.ts';

/** A job to add. */
export interface NewJob {
  readonly kind: string;
  /** JSON. */
  readonly data: string;
  readonly subject?: string;
  readonly once?: string;
  /** In milliseconds since 1970; at once where it is left out. */
  readonly due?: number;
  /** What tells it from all others; made up where it is left out. */
  readonly delivery?: string;
  /** Who caused it. */
  readonly userId?: bigint;
}

/** A job that this process holds. */
export type HeldJob = Pick<JobRow, 'id' | 'kind' | 'once' | 'delivery' | 'tries'> & { readonly data: string };

/** Writes something in the transaction that ends a job. */
export type Note = (connection: Connection) => Promise<void>;

/** How many jobs of a kind a process has room for. */
export type Room = ReadonlyMap<string, number>;

/** A holder that is not heard of for this long has died; others may claim what it held. */
export const LEASE_MS = 15_000;

const CANDIDATE: Shape = {
  id: { type: 'bigint' },
  kind: { type: 'text' },
  state: { type: 'text' },
  due_time: { type: 'time' },
};

type Candidate = Pick<JobRow, 'id' | 'kind' | 'state' | 'due_time'>;

/** The table of jobs. Every change of a job names the state that it was seen in, so that of several processes one succeeds. */
export class JobStore {
  readonly #database: Database;
  readonly #holder = randomUUID();
  readonly #kinds: Room;
  readonly #due = new Map<string, (now: number) => Statement>();
  #anyDue: ((values: { readonly now: number }) => Statement) | undefined;
  readonly #readCandidate: (raw: Raw) => Candidate;
  readonly #readJob: (raw: Raw) => JobRow;

  /** `kinds` are the jobs that this process can run, and how many of a kind at once. */
  constructor(database: Database, kinds: Room) {
    this.#database = database;
    this.#kinds = kinds;
    this.#readCandidate = rowReader(database.engine, CANDIDATE);
    this.#readJob = rowReader(database.engine, job.columns);
  }

  /** Claims jobs of the kinds in `room` that are due and not `running` here, as many as there is room for. */
  async claim(room: Room, running: ReadonlyMap<bigint, unknown>): Promise<HeldJob[]> {
    const now = Date.now();
    if (room.size > 1 && !(await this.#isAnyDue(now))) return [];
    const found = await this.#database.reads.all(this.#dueOf(room)(now));
    if (found.length === 0) return [];
    const others = found.map(this.#readCandidate).filter(({ id }) => !running.has(id));
    const candidates = withinRoom(others, room);
    if (candidates.length === 0) return [];
    return this.#database.transaction(async (connection) => {
      const held: bigint[] = [];
      for (const candidate of candidates)
        if (await this.#take(connection, candidate)) held.push(candidate.id);
      return held.length === 0 ? [] : this.#read(connection, held);
    });
  }

  /** Renews the lease of these jobs; answers those that this process still holds. */
  renew(ids: readonly bigint[]): Promise<Set<bigint>> {
    return this.#database.transaction(async (connection) => {
      await connection.run(
        this.#held(ids)
          .set({ due_time: Date.now() + LEASE_MS })
          .compile(),
      );
      const rows = await connection.all(
        this.#query
          .selectFrom(job.name)
          .select('id')
          .where('id', 'in', ids)
          .where('holder', '=', this.#holder)
          .compile(),
      );
      return new Set(rows.map(({ id }) => BigInt(id as bigint)));
    });
  }

  /** Marks a job as done and clears its data. `note` writes in the same transaction, unless another process holds the job. */
  finish(id: bigint, note?: Note): Promise<void> {
    const done = { state: 'done', due_time: null, data: null, problem: null, end_time: Date.now() };
    return this.#set(id, done, note);
  }

  /** The work failed, and is tried again at `due`; where that is undefined, never. */
  fail(id: bigint, problem: string, due: number | undefined): Promise<void> {
    if (due === undefined)
      return this.#set(id, { state: 'failed', due_time: null, problem, end_time: Date.now() });
    return this.#set(id, { state: 'waiting', due_time: due, problem });
  }

  /** Gives a job back, as if this try had not been. */
  release({ id, tries }: HeldJob, due = Date.now()): Promise<void> {
    return this.#set(id, { state: 'waiting', due_time: due, tries: tries - 1 });
  }

  get #query() {
    return this.#database.query;
  }

  #held(ids: readonly bigint[]) {
    return this.#query
      .updateTable(job.name)
      .where('id', 'in', ids)
      .where('state', '=', 'running')
      .where('holder', '=', this.#holder);
  }

  async #set(id: bigint, values: Raw, note?: Note): Promise<void> {
    const statement = this.#held([id])
      .set({ ...values, holder: null })
      .compile();
    await this.#database.transaction(async (connection) => {
      const isHeld = (await connection.run(statement)) === 1;
      if (isHeld) await note?.(connection);
    });
  }

  /** Whether any job is due, even one that waits for another: mostly none is, and then nothing dearer is asked. */
  async #isAnyDue(now: number): Promise<boolean> {
    this.#anyDue ??= prepare<'now'>((slot) =>
      this.#query
        .selectFrom(job.name)
        .select('id')
        .where('kind', 'in', [...this.#kinds.keys()])
        .where('due_time', '<=', slot('now'))
        .limit(1),
    );
    return (await this.#database.reads.all(this.#anyDue({ now }))).length > 0;
  }

  /** Asking for one kind costs a fortieth of asking for all. For several, all are asked for, which keeps prepared statements few. */
  #dueOf(room: Room): (now: number) => Statement {
    const [only = ''] = room.keys();
    const asked = room.size === 1 ? new Map([[only, this.#kinds.get(only) ?? 0]]) : this.#kinds;
    const name = room.size === 1 ? only : '';
    const known = this.#due.get(name) ?? this.#prepareDue(asked);
    this.#due.set(name, known);
    return known;
  }

  /** The first jobs of each kind that are due and have no unfinished job of their subject before them. */
  #prepareDue(kinds: Room): (now: number) => Statement {
    const { query } = this.#database;
    const statement = prepare<'now'>((slot) => {
      const [first, ...others] = [...kinds].map(([kind, most]) => {
        const ofKind = query
          .selectFrom(`${job.name} as j`)
          .select(['j.id', 'j.kind', 'j.state', 'j.due_time'])
          .where('j.kind', '=', kind)
          .where('j.due_time', '<=', slot('now'))
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom(`${job.name} as earlier`)
                  .select('earlier.id')
                  .whereRef('earlier.subject', '=', 'j.subject')
                  .where('earlier.due_time', 'is not', null)
                  .whereRef('earlier.id', '<', 'j.id'),
              ),
            ),
          )
          .orderBy('j.due_time')
          .orderBy('j.id')
          .limit(most);
        return query.selectFrom(ofKind.as('due')).selectAll();
      });
      if (!first) throw new Error('no kind of job was named');
      return others.reduce((all, one) => all.unionAll(one), first);
    });
    return (now) => statement({ now });
  }

  async #take(connection: Connection, { id, state, due_time }: Candidate): Promise<boolean> {
    const taken = await connection.run(
      this.#query
        .updateTable(job.name)
        .set((e) => ({
          state: 'running',
          holder: this.#holder,
          due_time: Date.now() + LEASE_MS,
          tries: e('tries', '+', 1),
        }))
        .where('id', '=', id)
        .where('state', '=', state)
        .where('due_time', '=', due_time)
        .compile(),
    );
    return taken === 1;
  }

  async #read(connection: Connection, ids: readonly bigint[]): Promise<HeldJob[]> {
    const rows = await connection.all(
      this.#query
        .selectFrom(job.name)
        .select(Object.keys(job.columns))
        .where('id', 'in', ids)
        .orderBy('id')
        .compile(),
    );
    return rows.map(this.#readJob).map((row) => ({ ...row, data: row.data ?? '' }));
  }
}

/** Adds jobs inside a transaction: they exist only if it commits. */
export async function addJobs(
  { query }: Database,
  connection: Connection,
  jobs: readonly NewJob[],
): Promise<void> {
  const now = Date.now();
  for (let first = 0; first < jobs.length; first += MOST_A_STATEMENT) {
    const rows = jobs.slice(first, first + MOST_A_STATEMENT).map((one) => toRow(one, now));
    await connection.run(query.insertInto(job.name).values(rows).compile());
  }
}

/** Adds those of the jobs whose `once` no other job has. The unique index decides between concurrent calls. */
export function addOnce(database: Database, added: readonly NewJob[], values: Raw = {}): Promise<void> {
  const asked = added.map(({ once }) => once);
  const there = database.query.selectFrom(job.name).select('once').where('once', 'in', asked).compile();
  return database.transaction(async (connection) => {
    const known = new Set((await connection.all(there)).map(({ once }) => once));
    const rows = added
      .filter(({ once }) => !known.has(once))
      .map((one) => ({ ...toRow(one, Date.now()), ...values }));
    if (rows.length > 0) await connection.run(database.query.insertInto(job.name).values(rows).compile());
  });
}

/** The time when a start first knew of something, kept in a row: a job that is already done. */
export async function firstSeen(database: Database, kind: string, mark: string): Promise<number> {
  await addOnce(database, [{ kind, once: mark, data: '' }], { state: 'done', due_time: null });
  const seen = database.query.selectFrom(job.name).select('create_time').where('once', '=', mark);
  const [row] = await database.reads.all(seen.compile());
  return Number(row?.create_time);
}

const MOST_A_STATEMENT = 50;

function toRow({ kind, data, subject, once, due, delivery, userId = 0n }: NewJob, now: number): Raw {
  return {
    kind,
    subject: subject ?? null,
    once: once ?? null,
    delivery: delivery ?? randomUUID(),
    data,
    state: 'waiting',
    due_time: due ?? now,
    tries: 0,
    create_time: now,
    create_user_id: userId,
  };
}

function withinRoom(candidates: readonly Candidate[], room: Room): Candidate[] {
  const left = new Map(room);
  return candidates.filter(({ kind }) => {
    const places = left.get(kind) ?? 0;
    left.set(kind, places - 1);
    return places > 0;
  });
}
