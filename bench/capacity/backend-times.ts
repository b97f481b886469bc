import { readFileSync } from 'node:fs';
import { Client } from 'pg';

const MS_PER_TICK = 10;

/** The CPU time of the processes of a local PostgreSQL that serve one application, and the size of its tables. */
export class BackendTimes {
  readonly #client: Client;
  readonly #name: string;
  /** The times of processes that have ended count as they were seen last. */
  readonly #seen = new Map<number, number>();

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  static async open(url: string, name: string): Promise<BackendTimes> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new BackendTimes(client, name);
  }

  async milliseconds(): Promise<number> {
    const sql = 'select pid from pg_stat_activity where application_name = $1';
    for (const { pid } of (await this.#client.query<{ pid: number }>(sql, [this.#name])).rows) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      this.#seen.set(pid, (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK);
    }
    return [...this.#seen.values()].reduce((sum, ms) => sum + ms, 0);
  }

  /** What all tables and indexes of the search path take, and how many writes the history tells of. */
  async stored(): Promise<{ bytes: number; writes: number }> {
    const sql = `select sum(pg_total_relation_size(c.oid))::float8 as bytes,
        (select count(*)::int from quire_revision) as writes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema and c.relkind = 'r'`;
    return (
      (await this.#client.query<{ bytes: number; writes: number }>(sql)).rows[0] ?? { bytes: 0, writes: 0 }
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client.end();
  }
}
