import { type Expression, type SqlBool, sql } from 'kysely';
import type { Definition } from '../../definitions/define-record.ts';
import type { Where } from '../../definitions/where.ts';
import { measuresOf, toSum } from '../query/measures.ts';
import type { Row } from '../row.ts';
import type { Reads } from '../rows/reads.ts';

/** Most rows that a hook may hold at once. */
const MOST_ROWS = 1000;
/** How many rows `each` reads at a time. */
export const PAGE = 500;

/** A hook's condition; an empty one means all rows. */
export function conditionOf(reads: Reads, definition: Definition, where: Where = {}): Expression<SqlBool> {
  return reads.ruleCondition(definition, Object.keys(where).length === 0 ? 'all' : where);
}

/** The rows that meet a condition. Throws if they are too many to hold. */
export async function fewRows(reads: Reads, definition: Definition, where: Where): Promise<Row[]> {
  const rows = await rowsAfter(reads, definition, where, { after: 0n, most: MOST_ROWS + 1 });
  if (rows.length <= MOST_ROWS) return rows;
  throw new Error(`more than ${MOST_ROWS} rows of '${definition.name}': use each, count or sum`);
}

/** The first rows behind an id that meet a condition, in the order of their ids. */
export function rowsAfter(
  reads: Reads,
  definition: Definition,
  where: Where | undefined,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<Row[]> {
  return reads.where(definition, (select) => {
    const wanted = select.where(conditionOf(reads, definition, where));
    return (after > 0n ? wanted.where('id', '>', after) : wanted).orderBy('id').limit(most);
  });
}

/** All rows, page by page. */
export async function* eachRow(read: (after: bigint) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = 0n; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** The exact sum of a number field, as aggregates answer it. */
export async function sumOf(
  reads: Reads,
  definition: Definition,
  field: string,
  condition: Expression<SqlBool>,
): Promise<bigint | string> {
  const column = Object.hasOwn(definition.fields, field) ? definition.fields[field]?.column : undefined;
  if (!column || !measuresOf(column).includes('sum'))
    throw new Error(`'${field}' is no number field of '${definition.name}'`);
  const { sum } = reads.engine;
  const query = reads.query
    .selectFrom(definition.name)
    .select((e) => [sql.raw(sum.sql(field)).as('units'), e.fn.count(field).as('held')])
    .where(condition);
  const shape = { units: { type: 'text' }, held: { type: 'integer' } } as const;
  const [row] = await reads.rows<{ units: unknown; held: number }>(query, shape);
  return toSum(column, row && row.held > 0 ? sum.read(row.units) : 0n);
}
