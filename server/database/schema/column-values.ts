import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Column } from '../../../contract/column.ts';
import { adapted, type Field, leafValues, Problem } from '../../definitions/for-server.ts';
import { render } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { Engine, Reader } from '../engine.ts';

const BATCH = 500;

/** A row's value in one column. */
export interface ColumnValue {
  readonly id: bigint;
  readonly value: unknown;
}

/** A column's values in all rows, deleted ones included, in batches by ascending id. */
export async function* valuesOf(
  engine: Engine,
  reader: Reader,
  table: string,
  { name, column }: { name: string; column: Column },
): AsyncGenerator<ColumnValue[]> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const rows = await valuesAfter({ engine, reader, after }, table, { name, column });
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id;
    await nextTurn(); // lets other work of the process run
  }
}

/** The next batch of a column's values: of rows with a greater id than `after`. */
export async function valuesAfter(
  { engine, reader, after }: { readonly engine: Engine; readonly reader: Reader; readonly after: bigint },
  table: string,
  { name, column }: { readonly name: string; readonly column: Column },
): Promise<ColumnValue[]> {
  const sql = `select "id", "${name}" as "value" from "${table}" where "id" > ${after} order by "id" limit ${BATCH}`;
  const rows = await reader.all({ sql, parameters: [] });
  return rows.map(({ id, value }) => ({
    id: BigInt(id as bigint),
    value: value === null ? null : engine.decode(column, value),
  }));
}

/** What `fit` answers for a value that the field cannot hold. */
export const unfit = Symbol('unfit');

/** A value as the field stores it, or `unfit`. */
export function fit(value: unknown, field: Field): unknown {
  const isEmptyList = Array.isArray(value) && value.length === 0 && field.column.type === 'bigint';
  if (value === null || isEmptyList) return field.initial ?? (field.nullable ? null : unfit);
  const cleaned = field.clean(adapted(field, value));
  return cleaned instanceof Problem ? unfit : cleaned;
}

/** The value in the form in which the field stores it, if a text in it has another one; undefined otherwise. */
export function otherForm(value: unknown, field: Field): unknown {
  const stored = fit(value, field);
  const [before, after] = [adapted(field, value), stored].map((one) => toJson(textsIn(field, one)));
  return before === after ? undefined : stored;
}

function textsIn(field: Field, value: unknown): unknown[] {
  return [...leafValues('', field, value)].flatMap((leaf) =>
    ['string', 'text'].includes(leaf.field.column.type) ? [leaf.value] : [],
  );
}

/** Why a field cannot hold a value, for an operator; undefined if the value is not what is wrong with it. */
export function whyUnfit(value: unknown, field: Field): string | undefined {
  const cleaned = value === null ? undefined : field.clean(adapted(field, value));
  if (!(cleaned instanceof Problem)) return undefined;
  const [part] = Object.entries(cleaned.within ?? {});
  return part ? `${part[0]} ${render(part[1], 'en')}` : render(cleaned.text, 'en');
}
