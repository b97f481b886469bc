import { hostname, userInfo } from 'node:os';
import type { Shape } from '../../../contract/column.ts';
import type { Connection, Engine } from '../engine.ts';
import { makeQuery } from '../soft-deletion/tables.ts';
import { type SchemaStep, sqlOf } from './steps/step.ts';

const MAX_STARTED_BY = 200;

const columns: Shape = {
  step: { type: 'text' },
  sql: { type: 'text' },
  started_by: { type: 'string', length: MAX_STARTED_BY },
  begun_at: { type: 'time' },
  ended_at: { type: 'time' },
  state: { type: 'string', length: 20 },
};

/** `interrupted` is a step that began and neither succeeded nor failed. */
type StepState = 'begun' | 'done' | 'failed' | 'interrupted';

/** The table `quire_migration`: each step with its time, its SQL, who ran it, and its outcome. */
export class Journal {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Creates the table if it is missing, and marks interrupted steps: no other process can be running one. */
  async open(connection: Connection): Promise<void> {
    const described = Object.entries(columns).map(
      ([name, column]) => `"${name}" ${this.#engine.columnType(column, undefined)}`,
    );
    const list = [`"id" ${this.#engine.idColumn}`, ...described].join(', ');
    await connection.run({ sql: `create table if not exists "quire_migration" (${list})`, parameters: [] });
    await this.#update(connection, 'interrupted');
  }

  /** Enters steps that begin now or are done. */
  async note(connection: Connection, steps: readonly SchemaStep[], state: 'begun' | 'done'): Promise<void> {
    const now = Date.now();
    const rows = steps.map((step) => ({
      step: `${step.subject} ${step.summary}`,
      sql: sqlOf(step).join(';\n'),
      started_by: startedBy().slice(0, MAX_STARTED_BY),
      begun_at: now,
      ended_at: state === 'done' ? now : null,
      state,
    }));
    if (rows.length > 0)
      await connection.run(makeQuery(this.#engine, []).insertInto('quire_migration').values(rows).compile());
  }

  /** Enters the outcome of the step that began. */
  async end(connection: Connection, state: 'done' | 'failed'): Promise<void> {
    await this.#update(connection, state);
  }

  async #update(connection: Connection, state: StepState): Promise<void> {
    const query = makeQuery(this.#engine, []).updateTable('quire_migration');
    await connection.run(query.set({ state, ended_at: Date.now() }).where('state', '=', 'begun').compile());
  }
}

/** The user and the machine that run this process: `quire@server`. */
function startedBy(): string {
  return `${userName()}@${hostname()}`;
}

/** A container's user may have a number but no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
