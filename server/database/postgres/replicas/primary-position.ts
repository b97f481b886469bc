import { CannotStart } from '../../../errors.ts';
import type { Engine, Raw } from '../../engine.ts';
import { SharedPosition } from '../../replicas/shared-position.ts';

/** How far a primary has come. A replica that has come as far shows everything that was acknowledged before. */
export interface Position {
  /** The place in the log of writes, in bytes from its beginning. */
  readonly place: bigint;
  /**
   * The mark of the primary's history. Places of two histories cannot be compared: a replica that has missed a failover may be
   * further on in a log that nobody goes on with.
   */
  readonly mark: string;
}

/** The functions of a primary that this needs. */
type Primary = Pick<Engine, 'reads' | 'transaction'>;

/** Each history has a row of its own, so a replica that has the row shares the history. */
export const LINEAGE = '"quire_lineage"';
/** On a replica this fails. What a commit waits for is on disk, and replicas are sent nothing else. */
const PLACE = `pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as "place", pg_postmaster_start_time()::text as "run"`;
/** A history is a timeline of a cluster: a failover and a recovery to a point in time begin one. */
const HISTORY = `select ${PLACE}, "lineage", (select "mark" from ${LINEAGE} where "lineage" = "now"."lineage") as "mark"
  from (select concat((select system_identifier from pg_control_system()), '-',
    left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)) as "lineage") as "now"`;

/** Tells how far a primary has come. */
export class PrimaryPosition {
  readonly #primary: Primary;
  /** A server that takes writes stays with one history as long as it runs. */
  #known: { readonly run: unknown; readonly mark: string } | undefined;
  readonly #shared = new SharedPosition(() => this.#position());

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** Prepares the primary. Throws CannotStart if its commits do not wait for the log. */
  async prepare(): Promise<void> {
    const [row] = await this.#ask(`select current_setting('synchronous_commit') as "waits"`);
    if (row?.waits === 'off')
      throw new CannotStart(
        'DATABASE_READ_URLS: synchronous_commit is off for DATABASE_URL, so replicas may lack what was acknowledged; allowed: any other value',
      );
    const columns = '"lineage" varchar(60) primary key, "mark" varchar(40) not null';
    await this.#primary.transaction((connection) =>
      connection.command(`create table if not exists ${LINEAGE} (${columns})`),
    );
  }

  /** The position of now or later. */
  now(): Promise<Position> {
    return this.#shared.now();
  }

  async #position(): Promise<Position> {
    const [row] = await this.#ask(`select ${PLACE}`);
    if (row?.run === this.#known?.run && this.#known)
      return { place: row?.place as bigint, mark: this.#known.mark };
    return this.#ofHistory();
  }

  async #ofHistory(): Promise<Position> {
    const [row] = await this.#ask(HISTORY);
    if (typeof row?.mark === 'string') {
      this.#known = { run: row.run, mark: row.mark };
      return { place: row.place as bigint, mark: row.mark };
    }
    const sql = `insert into ${LINEAGE} values ($1, gen_random_uuid()::text) on conflict do nothing`;
    await this.#primary.transaction((connection) => connection.run({ sql, parameters: [row?.lineage] }));
    return this.#ofHistory();
  }

  async #ask(sql: string): Promise<Raw[]> {
    return this.#primary.reads.all({ sql, parameters: [] });
  }
}
