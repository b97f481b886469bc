import type { Engine, Raw, Reader } from '../engine.ts';
import { misfitsOf } from './misfits.ts';
import type { Check, DistinctCheck, SchemaStep } from './steps/step.ts';
import { unplacedRows } from './tree-rows.ts';

/** A row that a plan cannot be applied over, by its table and column as they are now. */
export interface RowInTheWay {
  readonly collection: string;
  readonly id: bigint;
  readonly field: string;
  readonly value: unknown;
  readonly why: string;
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
        for (const { id, value, why = 'has no value' } of batch)
          yield { collection, id, field: check.column, value: check.to.secret ? null : value, why };
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
      yield* repeated(engine, reader, check);
      return;
    default:
      return; // it is about the table, not about single rows
  }
}

async function* repeated(
  engine: Engine,
  reader: Reader,
  { table, columns, nulls, visibleOnly, isSecret }: DistinctCheck,
): AsyncGenerator<RowInTheWay> {
  const names = Object.keys(columns);
  const [field = '', ...others] = names;
  if (field === '') return;
  const held = names.map((name) => `"${name}"`).join(', ');
  const conditions = [
    ...names.map((name) => `"${name}" is not null`),
    ...nulls.map((name) => `"${name}" is null`),
    ...(visibleOnly ? ['"is_deleted" = false'] : []),
  ].join(' and ');
  const groups = `select ${held} from "${table}" where ${conditions} group by ${held} having count(*) > 1`;
  const column = columns[field];
  const why = `is not unique${others.length > 0 ? ` together with ${others.join(', ')}` : ''}`;
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
