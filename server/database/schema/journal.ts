import type { Shape } from '../../../contract/column.ts';
import type { Connection, Engine } from '../engine.ts';
import { makeQuery } from '../tables.ts';
import { startedBy } from './started-by.ts';
import { type Step, sqlOf } from './step.ts';

const columns: Shape = {
  step: { type: 'text' },
  sql: { type: 'text' },
  started_by: { type: 'string', length: 200 },
  begun_at: { type: 'time' },
  ended_at: { type: 'time' },
  state: { type: 'string', length: 20 },
};

/** `interrupted` is what was begun and neither done nor failed; what it left is seen by the next plan. */
type State = 'begun' | 'done' | 'failed' | 'interrupted';

/** The table `quire_migration`: what was changed, when, who started it, and what became of it. */
export class Journal {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Makes the table where it is missing, and notes what was interrupted: nobody else can be at it. */
  async open(connection: Connection): Promise<void> {
    const described = Object.entries(columns).map(
      ([name, column]) => `"${name}" ${this.#engine.columnType(column, undefined)}`,
    );
    const list = [`"id" ${this.#engine.idColumn}`, ...described].join(', ');
    await connection.run({ sql: `create table if not exists "quire_migration" (${list})`, parameters: [] });
    await this.#update(connection, 'interrupted');
  }

  /** Notes steps that begin now, or were done. */
  async note(connection: Connection, steps: readonly Step[], state: 'begun' | 'done'): Promise<void> {
    const now = Date.now();
    const rows = steps.map((step) => ({
      step: `${step.place} ${step.says}`,
      sql: sqlOf(step).join(';\n'),
      started_by: startedBy().slice(0, 200),
      begun_at: now,
      ended_at: state === 'done' ? now : null,
      state,
    }));
    if (rows.length > 0)
      await connection.run(makeQuery(this.#engine, []).insertInto('quire_migration').values(rows).compile());
  }

  /** Notes what became of the step that was begun. */
  async end(connection: Connection, state: 'done' | 'failed'): Promise<void> {
    await this.#update(connection, state);
  }

  async #update(connection: Connection, state: State): Promise<void> {
    const query = makeQuery(this.#engine, []).updateTable('quire_migration');
    await connection.run(query.set({ state, ended_at: Date.now() }).where('state', '=', 'begun').compile());
  }
}
