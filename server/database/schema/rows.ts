import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Column } from '../../../contract/column.ts';
import type { Connection, Engine } from '../engine.ts';

const AT_ONCE = 500;

/** A row's value of one column. */
export interface Held {
  readonly id: bigint;
  readonly value: unknown;
}

/** What all rows of a table hold in a column, deleted ones too, in portions in the order of their ids. */
export async function* valuesOf(
  engine: Engine,
  connection: Pick<Connection, 'all'>,
  table: string,
  { name, column }: { name: string; column: Column },
): AsyncGenerator<Held[]> {
  for (let after = 0n; ; ) {
    const sql = `select "id", "${name}" as "value" from "${table}" where "id" > ${after} order by "id" limit ${AT_ONCE}`;
    const rows = await connection.all({ sql, parameters: [] });
    if (rows.length === 0) return;
    yield rows.map(({ id, value }) => ({
      id: BigInt(id as bigint),
      value: value === null ? null : engine.decode(column, value),
    }));
    after = BigInt(rows.at(-1)?.id as bigint);
    await nextTurn(); // a start elsewhere in the process goes on
  }
}
