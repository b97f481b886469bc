import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../database/statement.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { HandOrder } from '../../../definitions/options/hand-order.ts';
import type { Reads } from '../../store/reads.ts';
import { updateFrom } from '../removal/deleted.ts';
import { MIDDLE, STEP } from './position-key.ts';

/**
 * Renumbers a whole list in its present order, records in the trash included: for records without a position, which come first, and
 * if neighbours leave no room. `value` is the stored value of the list's records in `within`.
 */
export function renumberStatement(
  reads: Pick<Reads, 'query' | 'engine'>,
  { name }: Definition,
  { field, within }: HandOrder,
  value: unknown,
): Statement {
  const [place, id] = [sql.ref(field), sql.ref('id')];
  const order = sql`case when ${place} is null then 0 else 1 end, ${place}, ${id}`;
  const number = sql`${sql.lit(MIDDLE)} + ${sql.lit(STEP)} * row_number() over (order by ${order})`;
  const all = sql`select ${id}, cast(${number} as char(15)) as ${sql.ref('value')} from ${sql.table(name)}`;
  const list = within === undefined ? sql`` : sql` where ${equal(within, value)}`;
  return updateFrom(reads, name, field, sql`(${all}${list})`);
}

function equal(column: string, value: unknown): RawBuilder<unknown> {
  return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}
