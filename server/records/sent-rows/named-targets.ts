import type { Raw } from '../../database/engine.ts';
import { type Catalogue, type Reference, versionsOf } from '../../definitions/catalogue.ts';
import { fromText } from '../../definitions/conversion/from-text.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { Problem } from '../../definitions/problem.ts';
import type { Problems } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { chunksOf } from '../rows/chunks.ts';
import { matchingRows } from '../rows/matching-rows.ts';
import { rightsOver, type WriteReads } from '../rows/write-context.ts';
import type { SourceRow } from './source-row.ts';

/** A row named by one of its unique fields, in place of its id: `{ slug: 'drama' }`. */
interface Name {
  readonly key: string;
  readonly value: unknown;
}

/** The id of the row that a name means, or why there is none. */
type FindId = (name: Name) => bigint | Text;

const KEYS: ReadonlySet<string> = new Set(['string', 'integer', 'bigint']);

/** The fields whose values name one row of a collection: unique on their own, and comparable exactly. */
export function rowKeys({ unique, columns, fields }: Definition): string[] {
  return unique.flatMap(([name = '', ...others]) =>
    others.length === 0 && KEYS.has(columns[name]?.type ?? '') && !fields[name]?.secret ? name : [],
  );
}

/** The fields of the collection that this one refers to by which a row of it can be named; none if it refers to no collection. */
export function targetKeys(catalogue: Catalogue, definition: Definition, field: string): string[] {
  const reference = catalogue
    .referencesOf(definition.name)
    .find((one) => one.field === field && one.path === undefined);
  return reference ? rowKeys(catalogue.get(reference.target)) : [];
}

/** Puts ids in place of the names in references. A name that means no row the actor may refer to is a problem of its row. */
export async function resolveNames(
  writes: WriteReads,
  definition: Definition,
  rows: readonly SourceRow[],
): Promise<readonly SourceRow[]> {
  let resolved = rows;
  for (const reference of writes.catalogue.referencesOf(definition.name)) {
    const { field, path } = reference;
    if (path !== undefined) continue;
    const names = resolved.flatMap(({ values }) => namesIn(values[field]));
    if (names.length === 0) continue;
    const findId = await finderOf(writes, definition, reference, names);
    resolved = resolved.map((row) => withIds(row, field, findId));
  }
  return resolved;
}

/** The names in a value of a reference, or in a list of them. */
export function namesIn(value: unknown): Name[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => readName(one) ?? []);
}

function readName(value: unknown): Name | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  return entry && others.length === 0 ? { key: entry[0], value: entry[1] } : undefined;
}

function withIds(row: SourceRow, field: string, findId: FindId): SourceRow {
  const value = row.values[field];
  let problem: Text | undefined;
  const toId = (one: unknown) => {
    const name = readName(one);
    const found = name && findId(name);
    if (found === undefined || typeof found === 'bigint') return found ?? one;
    problem ??= found;
    return one;
  };
  const values: Raw = { ...row.values, [field]: Array.isArray(value) ? value.map(toId) : toId(value) };
  const problems: Problems | undefined = problem ? { ...row.problems, [field]: problem } : row.problems;
  const named = row.named ?? row.values;
  return problems ? { ...row, values, named, problems } : { ...row, values, named };
}

/** Looks all names up, with few queries a key. */
async function finderOf(
  writes: WriteReads,
  definition: Definition,
  { target }: Reference,
  names: readonly Name[],
): Promise<FindId> {
  const collection = writes.catalogue.get(target);
  const rights = await rightsOver(writes, definition);
  const allowed = rowKeys(collection).filter((key) => rights?.shows(collection, key) ?? true);
  const cleaned = (key: string, value: unknown) => {
    const field = collection.fields[key];
    return field?.clean(typeof value === 'string' ? fromText(field, value) : value);
  };
  const ids = new Map<string, Map<unknown, bigint>>();
  for (const [key, sharing] of Map.groupBy(names, (name) => name.key)) {
    if (!allowed.includes(key)) continue;
    const values = new Set(sharing.map(({ value }) => cleaned(key, value)));
    const wanted = [...values].filter((value) => !(value instanceof Problem));
    const found = new Map<unknown, bigint>();
    for (const some of chunksOf(wanted))
      for (const one of versionsOf(writes.catalogue, collection)) {
        const rows = await writes.where(one, (q) => q.where(key, 'in', some));
        const known = await matchingRows(writes, one, rights?.known(one) ?? 'all', rows);
        for (const row of known) found.set(row[key], row.id);
      }
    ids.set(key, found);
  }
  return ({ key, value }) => {
    const found = ids.get(key);
    if (!found) return message('notATargetKey', { allowed: ['id', ...allowed] });
    const wanted = cleaned(key, value);
    if (wanted instanceof Problem) return wanted.text;
    return found.get(wanted) ?? message('noRowNamed', { name: `${key} '${String(wanted)}'` });
  };
}
