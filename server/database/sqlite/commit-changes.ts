import { constants, type DatabaseSync } from 'node:sqlite';
import { type Changes, rowKey } from '../versions/version.ts';

/** The tables that a statement writes to. */
export interface Writes {
  readonly inserts: readonly string[];
  readonly changes: readonly string[];
}

/** Finds out which tables statements write to, and collects what the current commit changes. */
export class CommitChanges {
  #seen: { inserts: string[]; changes: string[] } = { inserts: [], changes: [] };
  #changes = noChanges();

  /** SQLite names the tables of a statement when it compiles it (sqlite.org/c3ref/set_authorizer.html). */
  constructor(database: DatabaseSync) {
    database.setAuthorizer((action, table) => {
      if (action === constants.SQLITE_INSERT) this.#seen.inserts.push(table ?? '');
      if (action === constants.SQLITE_UPDATE || action === constants.SQLITE_DELETE)
        this.#seen.changes.push(table ?? '');
      return constants.SQLITE_OK;
    });
  }

  /** The tables that a statement writes to, observed while `compile` runs. */
  writesOf<T>(compile: () => T): { compiled: T; writes: Writes } {
    this.#seen = { inserts: [], changes: [] };
    const compiled = compile();
    return { compiled, writes: this.#seen };
  }

  /** A statement has run; `row` is the only row that it could update or delete, where that is known. */
  add({ inserts, changes }: Writes, row?: bigint): void {
    for (const table of inserts) this.#changes.tables.add(table);
    for (const table of changes) {
      this.#changes.tables.add(table);
      if (row === undefined) this.#changes.unknownRows.add(table);
      else this.#changes.rows.add(rowKey(table, row));
    }
  }

  /** All changes since the last call. Those of savepoints that were undone are among them. */
  take(): Changes {
    const taken = this.#changes;
    this.#changes = noChanges();
    return taken;
  }
}

function noChanges() {
  return { tables: new Set<string>(), unknownRows: new Set<string>(), rows: new Set<string>() };
}
