import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Raw, Reader } from '../database/engine.ts';
import { prepare, type Statement } from '../database/statement.ts';
import { rowReader } from '../database/values.ts';
import { type JobRecord, job } from './job.collection.ts';

/** How many jobs of a kind are wanted. */
export type Room = ReadonlyMap<string, number>;

/** A job that is due and in no line yet; `head` is the first unfinished job of its subject if that is an earlier one. */
export type DueJob = Pick<JobRecord, 'id' | 'kind' | 'state' | 'due_time'> & { readonly head: bigint | null };

const DUE_JOB: Shape = {
  id: { type: 'bigint' },
  kind: { type: 'text' },
  state: { type: 'text' },
  due_time: { type: 'time' },
  head: { type: 'bigint' },
};

/** Reads the jobs that are due. It looks at as many as are wanted, however many wait. */
export class DueJobs {
  readonly #database: Database;
  readonly #kinds: Room;
  readonly #known = new Map<string, (values: { readonly now: number }) => Statement>();
  readonly #read: (raw: Raw) => DueJob;

  /** `kinds` are the jobs that this process can run, and how many of a kind at once. */
  constructor(database: Database, kinds: Room) {
    this.#database = database;
    this.#kinds = kinds;
    this.#read = rowReader(database.engine, DUE_JOB);
  }

  /**
   * The first due jobs of each of these kinds, at least as many as there is room for. Asking for one kind costs a fortieth of
   * asking for all. For several, all are asked for if any is due at all, which keeps prepared statements few.
   */
  async of(room: Room, now: number): Promise<readonly DueJob[]> {
    const [only = ''] = room.keys();
    if (room.size === 1) return this.#ask(only, new Map([[only, this.#kinds.get(only) ?? 0]]), now);
    return (await this.#isAnyDue(now)) ? this.#ask('', this.#kinds, now) : [];
  }

  /** The first due jobs of a kind, `most` of them. */
  ofKind(kind: string, most: number, now: number, reader?: Reader): Promise<readonly DueJob[]> {
    return this.#ask(`${kind} ${most}`, new Map([[kind, most]]), now, reader);
  }

  async #ask(key: string, kinds: Room, now: number, reader: Reader = this.#database.reads) {
    const known = this.#known.get(key) ?? this.#prepare(kinds);
    this.#known.set(key, known);
    return (await reader.all(known({ now }))).map(this.#read);
  }

  async #isAnyDue(now: number): Promise<boolean> {
    const known =
      this.#known.get('any') ??
      prepare<'now'>((slot) =>
        this.#database.query
          .selectFrom(job.name)
          .select('id')
          .where('kind', 'in', [...this.#kinds.keys()])
          .where('follows', '=', false)
          .where('due_time', '<=', slot('now'))
          .limit(1),
      );
    this.#known.set('any', known);
    return (await this.#database.reads.all(known({ now }))).length > 0;
  }

  #prepare(kinds: Room) {
    const { query } = this.#database;
    return prepare<'now'>((slot) => {
      const [first, ...others] = [...kinds].map(([kind, most]) => {
        const ofKind = query
          .selectFrom(job.name)
          .select(['id', 'kind', 'state', 'due_time', 'subject'])
          .where('kind', '=', kind)
          .where('follows', '=', false)
          .where('due_time', '<=', slot('now'))
          .orderBy('due_time')
          .orderBy('id')
          .limit(most);
        return query
          .selectFrom(ofKind.as('due'))
          .select((e) => [
            'due.id',
            'due.kind',
            'due.state',
            'due.due_time',
            e
              .selectFrom(`${job.name} as earlier`)
              .select('earlier.id')
              .whereRef('earlier.subject', '=', 'due.subject')
              .where('earlier.end_time', 'is', null)
              .whereRef('earlier.id', '<', 'due.id')
              .orderBy('earlier.id')
              .limit(1)
              .as('head'),
          ]);
      });
      if (!first) throw new Error('no kind of job was named');
      return others.reduce((all, one) => all.unionAll(one), first);
    });
  }
}
