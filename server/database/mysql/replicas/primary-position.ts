import { randomUUID } from 'node:crypto';
import { CannotStart } from '../../../errors.ts';
import type { Engine, Raw } from '../../engine.ts';
import { NotUsable } from '../../replicas/replication.ts';
import { SharedPosition } from '../../replicas/shared-position.ts';

/** How far a primary has come. */
export interface Position {
  /** The last transaction of each domain in its binary log, such as `0-1-100`. */
  readonly place: string;
  /**
   * The mark of the primary's present reign. Numbers of two reigns cannot be compared: a replica that has missed a failover may
   * be further on in a log that nobody goes on with.
   */
  readonly mark: string;
}

/** The functions of a primary that this needs. */
type Primary = Pick<Engine, 'reads' | 'transaction'>;

/** A replica that has the row of a reign has followed it from its beginning. */
export const LINEAGE = '`quire_lineage`';

/** What this server applied as a replica changes if another one has reigned in between. */
const PLACE = `select @@global.gtid_binlog_pos as place, @@global.read_only as follows,
  concat_ws(' ', @@server_id, @@hostname, @@port, @@global.gtid_slave_pos) as server`;
/** The server gathers all of its figures for this, so it is not asked with each position. */
const BEGUN = `select unix_timestamp() - variable_value as begun from information_schema.global_status
  where variable_name = 'UPTIME'`;
const SETTINGS = `select @@log_bin as logs, (select max(variable_value) from information_schema.global_variables
  where variable_name = 'wsrep_on') as wsrep`;

/** A server that has been restored to an earlier moment has been away for longer. */
const BEGUN_HOLDS_MS = 500;
/** Both times of a server's start are in whole seconds. */
const SAME_START_S = 2;
const DAY_MS = 86_400_000;

/** As long as one server takes the writes of this process. */
interface Reign {
  readonly server: unknown;
  readonly begun: number;
  readonly mark: string;
  readonly time: number;
}

/** Tells how far a primary of MariaDB has come. */
export class PrimaryPosition {
  readonly #primary: Primary;
  readonly #shared = new SharedPosition(() => this.#position());
  #known: Reign | undefined;
  #asked = { begun: 0, time: Number.NEGATIVE_INFINITY };

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** Prepares the primary. Throws CannotStart if nothing follows its log. */
  async prepare(): Promise<void> {
    const [row] = await this.#ask(SETTINGS);
    if (Number(row?.logs) !== 1)
      throw new CannotStart(
        'DATABASE_READ_URLS: the server of DATABASE_URL keeps no binary log; allowed: log_bin',
      );
    if (row?.wsrep === 'ON')
      throw new CannotStart(
        'DATABASE_READ_URLS: DATABASE_URL leads to a Galera cluster; allowed: a primary with replicas',
      );
    const columns = '`mark` varchar(40) primary key, `time` bigint not null';
    await this.#primary.transaction((connection) =>
      connection.command(`create table if not exists ${LINEAGE} (${columns})`),
    );
  }

  /** The position of now or later. Throws NotUsable where the server takes no writes. */
  now(): Promise<Position> {
    return this.#shared.now();
  }

  async #position(): Promise<Position> {
    const row = await this.#place();
    const begun = await this.#begun();
    const known = this.#known;
    if (known && isOf(known, row.server, begun)) return { place: String(row.place), mark: known.mark };
    const mark = await this.#begin();
    this.#known = { server: row.server, begun, mark, time: Date.now() };
    return this.#position();
  }

  /** When the server was started, in seconds. */
  async #begun(): Promise<number> {
    if (performance.now() - this.#asked.time > BEGUN_HOLDS_MS) {
      const [row] = await this.#ask(BEGUN);
      this.#asked = { begun: Number(row?.begun), time: performance.now() };
    }
    return this.#asked.begun;
  }

  async #place(): Promise<Raw> {
    const [row = {}] = await this.#ask(PLACE);
    if (Number(row.follows) !== 0) throw new NotUsable('the server of DATABASE_URL takes no writes');
    return row;
  }

  /** Marks a reign as this process knows it. Marks of others stay for as long as these may use them. */
  async #begin(): Promise<string> {
    const [mark, now] = [randomUUID(), Date.now()];
    await this.#primary.transaction(async (connection) => {
      const [insert, forget] = [
        `insert into ${LINEAGE} values (?, ?)`,
        `delete from ${LINEAGE} where time < ?`,
      ];
      await connection.run({ sql: insert, parameters: [mark, now] });
      await connection.run({ sql: forget, parameters: [now - 2 * DAY_MS] });
    });
    return mark;
  }

  async #ask(sql: string): Promise<Raw[]> {
    return this.#primary.reads.all({ sql, parameters: [] });
  }
}

function isOf(reign: Reign, server: unknown, begun: number): boolean {
  if (reign.server !== server || Math.abs(reign.begun - begun) > SAME_START_S) return false;
  return Date.now() - reign.time < DAY_MS;
}
