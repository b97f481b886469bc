import { hash } from 'node:crypto';
import { toJson } from '../../shared/exact-json.ts';
import type { Engine, Raw, Reader } from '../engine.ts';
import { fit, unfit } from './column-values.ts';
import type { DistinctCheck } from './steps/step.ts';

/** Rows that will hold the same values, by ascending id. */
export interface Repeated {
  /** The values that they will hold, in the order of the check's columns. */
  readonly values: readonly unknown[];
  readonly rows: readonly { readonly id: bigint; readonly value: unknown }[];
}

const BATCH = 500;

/** Whether the plan changes values of the check, so that the present ones do not tell. */
export function isChanging({ becoming }: DistinctCheck): boolean {
  return Object.keys(becoming).length > 0;
}

/**
 * The rows that will hold the same values once their fields have changed them. Memory holds a number for each row, and values
 * only of rows whose numbers are alike.
 */
export async function repeatedAfter(
  engine: Engine,
  reader: Reader,
  check: DistinctCheck,
): Promise<Repeated[]> {
  const seen = new Set<number>();
  const alike = new Set<number>();
  for await (const { key } of changedRows(engine, reader, check)) {
    const number = numberOf(key);
    (seen.has(number) ? alike : seen).add(number);
  }
  const found = new Map<string, { values: readonly unknown[]; rows: { id: bigint; value: unknown }[] }>();
  for await (const { key, id, values, first } of changedRows(engine, reader, check)) {
    if (!alike.has(numberOf(key))) continue;
    const same = found.get(key) ?? { values, rows: [] };
    same.rows.push({ id, value: first });
    found.set(key, same);
  }
  return [...found.values()].filter(({ rows }) => rows.length > 1);
}

/** The rows whose values will count for the index, with these values. */
async function* changedRows(engine: Engine, reader: Reader, check: DistinctCheck) {
  const { table, columns, becoming, nulls, visibleOnly } = check;
  const shape = Object.entries(columns);
  const names = ['id', ...Object.keys(columns)].map((name) => `"${name}"`).join(', ');
  const conditions = [
    ...nulls.map((name) => ` and "${name}" is null`),
    ...(visibleOnly ? [' and "is_deleted" = false'] : []),
  ].join('');
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const sql: string = `select ${names} from "${table}" where "id" > ${after}${conditions} order by "id" limit ${BATCH}`;
    const rows: readonly Raw[] = await reader.all({ sql, parameters: [] });
    after = undefined;
    for (const row of rows) {
      after = BigInt(row.id as bigint);
      const held = shape.map(([name, column]) =>
        row[name] === null ? null : engine.decode(column, row[name]),
      );
      const values = held.map((value, at) => {
        const field = becoming[shape[at]?.[0] ?? ''];
        return field ? fit(value, field) : value;
      });
      if (!values.some((value) => value === null || value === unfit))
        yield { id: after, key: toJson(values), values, first: held[0] };
    }
  }
}

/** 48 bits of a hash, exact as a number. */
function numberOf(key: string): number {
  return hash('sha256', key, 'buffer').readUIntBE(0, 6);
}
