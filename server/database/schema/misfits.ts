import {
  adapted,
  FILE,
  type Field,
  holdsFiles,
  leafValues,
  leavesOf,
  takesType,
} from '../../definitions/for-server.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { Engine, Raw, Reader } from '../engine.ts';
import { type ColumnValue, fit, otherForm, unfit, valuesOf, whyUnfit } from './column-values.ts';
import type { ChangedTarget, FitsCheck } from './steps/step.ts';

/** A row whose value a field cannot hold, and why, if the value itself does not say it. */
export interface Misfit extends ColumnValue {
  readonly why?: string | undefined;
  /** The form in which the field stores it, if only its form is wrong. */
  readonly becomes?: unknown;
}

/** The rows that fail a check of values, by ascending id, a batch at a time. */
export async function* misfitsOf(engine: Engine, reader: Reader, check: FitsCheck): AsyncGenerator<Misfit[]> {
  const { table, column, before } = check;
  for await (const batch of valuesOf(engine, reader, table, { name: column, column: before })) {
    const wrong = batch.flatMap((one) => misfitIn(one, check));
    const fitting = wrong.length > 0 ? batch.filter(({ id }) => !wrong.some((one) => one.id === id)) : batch;
    const misplaced = await misplacedAmong(reader, check, fitting);
    yield [...wrong, ...misplaced].sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

function misfitIn(one: ColumnValue, { to: field, nulls, isKept }: FitsCheck): Misfit[] {
  if (one.value === null && !nulls) return [];
  if (fit(one.value, field) === unfit) return [{ ...one, why: whyUnfit(one.value, field) }];
  const becomes = isKept ? otherForm(one.value, field) : undefined;
  return becomes === undefined ? [] : [{ ...one, why: `is stored as ${toJson(becomes)} by now`, becomes }];
}

/** The rows whose ids do not belong to what the field refers to by now. */
async function misplacedAmong(
  reader: Reader,
  { to: field, targets = {} }: FitsCheck,
  rows: readonly ColumnValue[],
): Promise<Misfit[]> {
  const found = new Map<bigint, Misfit>();
  const note = (row: ColumnValue, why: string) => void found.set(row.id, { ...row, why });
  for (const [path, target] of Object.entries(targets)) {
    const strays = await straysIn(
      reader,
      target,
      rows.flatMap((row) => idsAt(field, path, row)),
    );
    for (const row of rows) {
      const stray = idsAt(field, path, row).find((id) => strays.has(id));
      if (stray !== undefined) note(row, strayWords(target, stray));
    }
  }
  for (const { path, field: leaf } of leavesOf('', field)) {
    if (!holdsFiles(leaf) || !(leaf.accept ?? leaf.isPrivate)) continue;
    const refused = await refusedFiles(
      reader,
      leaf,
      rows.flatMap((row) => idsAt(field, path, row)),
    );
    for (const row of rows) {
      const id = idsAt(field, path, row).find((one) => refused.has(one));
      if (id !== undefined) note(row, `file ${id} is ${refused.get(id)}`);
    }
  }
  return [...found.values()];
}

function strayWords({ was, now }: ChangedTarget, id: bigint): string {
  return was === undefined ? `no record of ${now} has the id ${id}` : `a record of ${was}, not of ${now}`;
}

/** The ids that a value holds at a path inside it. */
function idsAt(field: Field, path: string, { value }: ColumnValue): bigint[] {
  if (value === null) return [];
  const cleaned = field.clean(adapted(field, value));
  return [...leafValues('', field, cleaned)].flatMap((leaf) =>
    leaf.path === path ? (leaf.value as bigint | bigint[]) : [],
  );
}

/** Ids of another collection lead nowhere, or to a row that nobody meant. */
async function straysIn(
  reader: Reader,
  { was, table }: ChangedTarget,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const all = new Set(ids);
  if (was !== undefined || table === undefined || all.size === 0) return all;
  const rows = await rowsAmong(reader, `select "id" from "${table}"`, all);
  return all.difference(new Set(rows.map(({ id }) => BigInt(id as bigint))));
}

/** What files are that a field does not take, by their ids. */
async function refusedFiles(
  reader: Reader,
  { accept, isPrivate }: Field,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await rowsAmong(reader, `select * from "${FILE}"`, new Set(ids)); // "private" may be yet to come
  const refused = new Map<bigint, string>();
  for (const { id, mime, private: isSecret } of rows) {
    if (!takesType(accept, String(mime))) refused.set(BigInt(id as bigint), String(mime));
    else if (isPrivate && Number(isSecret) !== 1) refused.set(BigInt(id as bigint), 'not private');
  }
  return refused;
}

const IDS = 500;

async function rowsAmong(reader: Reader, select: string, ids: ReadonlySet<bigint>): Promise<Raw[]> {
  const rows: Raw[] = [];
  const all = [...ids];
  for (let at = 0; at < all.length; at += IDS)
    rows.push(
      ...(await reader.all({
        sql: `${select} where "id" in (${all.slice(at, at + IDS).join(', ')})`,
        parameters: [],
      })),
    );
  return rows;
}
