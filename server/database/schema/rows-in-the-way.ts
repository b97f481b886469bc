import type { Engine, Raw, Reader } from '../engine.ts';
import { type Misfit, misfitsOf } from './misfits.ts';
import { isChanging, repeatedAfter } from './repeated-values.ts';
import type { Check, DistinctCheck, FitsCheck, SchemaStep } from './steps/step.ts';
import { unplacedRows } from './tree-rows.ts';

/** A row that a plan cannot be applied over, by its table and column as they are now. */
export interface RowInTheWay {
  readonly collection: string;
  readonly id: bigint;
  readonly field: string;
  readonly value: unknown;
  readonly why: string;
  /** What corrects it, if only the form of its value is wrong. */
  readonly becomes?: unknown;
}

/** All rows that obstruct these steps, in bounded memory; those of secret fields without their values. */
export async function* rowsInTheWay(
  engine: Engine,
  reader: Reader,
  steps: readonly SchemaStep[],
): AsyncGenerator<RowInTheWay> {
  for (const { checks } of steps) for (const check of checks) yield* rowsOf(engine, reader, check);
}

async function* rowsOf(engine: Engine, reader: Reader, check: Check): AsyncGenerator<RowInTheWay> {
  const { table: collection } = check;
  switch (check.kind) {
    case 'fits':
      for await (const batch of misfitsOf(engine, reader, check))
        for (const misfit of batch) yield { collection, field: check.column, ...listed(misfit, check) };
      return;
    case 'noNulls':
      for await (const { id } of pages(
        reader,
        `select "id" from "${collection}" where "${check.column}" is null`,
      ))
        yield { collection, id, field: check.column, value: null, why: 'has no value' };
      return;
    case 'tree':
      for await (const { id, value } of pages(reader, unplacedRows(check)))
        yield { collection, id, field: check.column, value, why: 'is below itself or too deep for a tree' };
      return;
    case 'distinct':
      yield* isChanging(check) ? repeatedLater(engine, reader, check) : repeated(engine, reader, check);
      return;
    default:
      return; // it is about the table, not about single rows
  }
}

function listed({ id, value, why = 'has no value', becomes }: Misfit, { to }: FitsCheck) {
  if (to.secret)
    return { id, value: null, why: becomes === undefined ? why : 'is stored in another form by now' };
  return { id, value, why, ...(becomes !== undefined && { becomes }) };
}

async function* repeatedLater(
  engine: Engine,
  reader: Reader,
  check: DistinctCheck,
): AsyncGenerator<RowInTheWay> {
  const { table: collection, columns, isSecret } = check;
  const [field = ''] = Object.keys(columns);
  for (const { rows } of await repeatedAfter(engine, reader, check))
    for (const { id, value } of rows)
      yield { collection, id, field, value: isSecret ? null : value, why: whyRepeated(columns) };
}

function whyRepeated(columns: DistinctCheck['columns']): string {
  const [, ...others] = Object.keys(columns);
  return `is not unique${others.length > 0 ? ` together with ${others.join(', ')}` : ''}`;
}

async function* repeated(
  engine: Engine,
  reader: Reader,
  { table, columns, nulls, visibleOnly, isSecret }: DistinctCheck,
): AsyncGenerator<RowInTheWay> {
  const names = Object.keys(columns);
  const [field = ''] = names;
  if (field === '') return;
  const held = names.map((name) => `"${name}"`).join(', ');
  const conditions = [
    ...names.map((name) => `"${name}" is not null`),
    ...nulls.map((name) => `"${name}" is null`),
    ...(visibleOnly ? ['"is_deleted" = false'] : []),
  ].join(' and ');
  const groups = `select ${held} from "${table}" where ${conditions} group by ${held} having count(*) > 1`;
  const column = columns[field];
  const why = whyRepeated(columns);
  for await (const { id, value } of pages(
    reader,
    `select "id", "${field}" as "value" from "${table}" where ${conditions} and (${held}) in (${groups})`,
  ))
    yield {
      collection: table,
      id,
      field,
      value: isSecret || !column ? null : engine.decode(column, value),
      why,
    };
}

const PAGE = 500;

/** The rows of a query with a condition, a page at a time. */
async function* pages(reader: Reader, query: string): AsyncGenerator<Raw & { readonly id: bigint }> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const sql: string = `${query} and "id" > ${after} order by "id" limit ${PAGE}`;
    const rows = await reader.all({ sql, parameters: [] });
    after = undefined;
    for (const row of rows) {
      after = BigInt(row.id as bigint);
      yield { ...row, id: after };
    }
  }
}
