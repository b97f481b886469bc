import { CannotStart } from '../../errors.ts';
import type { Connection, Engine, Turn } from '../engine.ts';
import { literal } from '../values.ts';
import { fitted, unfit } from './fitting.ts';
import type { Journal } from './journal.ts';
import { record } from './present.ts';
import { valuesOf } from './rows.ts';
import type { Deed, Fill, Link, Renaming, Step } from './step.ts';

/** Makes other tables that tell of a renamed record or field tell its new name; doing it again changes nothing. */
export type Rename = (connection: Connection, renaming: Renaming) => Promise<void>;

/** Does what a step consists of. Throws where rows do not fit that did when the step was looked at. */
export async function carryOut(
  engine: Engine,
  connection: Connection,
  deeds: readonly Deed[],
  rename: Rename,
): Promise<void> {
  for (const deed of deeds) {
    if ('sql' in deed) await connection.run({ sql: deed.sql, parameters: [] });
    else if ('record' in deed) await record(connection, new Map([[deed.record, deed.as]]));
    else if ('fill' in deed) await fill(engine, connection, deed);
    else if ('link' in deed) await link(engine, connection, deed);
    else await rename(connection, deed.renaming);
  }
}

/** Runs statements that the engine runs outside of transactions only. What a failure leaves, the next plan takes away. */
export async function makeApart(turn: Turn, journal: Journal, step: Step): Promise<void> {
  await turn.transaction((connection) => journal.note(connection, [step], 'begun'));
  for (const deed of step.deeds) if ('sql' in deed) await turn.command(deed.sql);
  await turn.transaction((connection) => journal.end(connection, 'done'));
}

async function fill(
  engine: Engine,
  connection: Connection,
  { fill: table, from, into, to }: Fill,
): Promise<void> {
  for await (const rows of valuesOf(engine, connection, table, from)) {
    const cases = rows.flatMap(({ id, value }) => {
      const kept = fitted(value, to);
      if (kept === unfit)
        throw new CannotStart(`${table}.${from.name}: the value of row ${id} does not fit any more`);
      return kept === null ? [] : `when ${id} then ${literal(engine.encode(to.field.column, kept))}`;
    });
    if (cases.length === 0) continue;
    const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
    const sql = `update "${table}" set "${into}" = case "id" ${cases.join(' ')} end where "id" between ${first} and ${last}`;
    await connection.run({ sql, parameters: [] });
  }
}

async function link(engine: Engine, connection: Connection, { link, table, column }: Link): Promise<void> {
  await connection.run({ sql: `delete from "${link}"`, parameters: [] });
  const ids = { name: column, column: { type: 'ids' } } as const;
  for await (const rows of valuesOf(engine, connection, table, ids)) {
    for (const { id, value } of rows) {
      const pairs = ((value ?? []) as bigint[]).map((target) => `(${id}, ${target})`);
      if (pairs.length === 0) continue;
      const sql = `insert into "${link}" ("holder_id", "target_id") values ${pairs.join(', ')}`;
      await connection.run({ sql, parameters: [] });
    }
  }
}
