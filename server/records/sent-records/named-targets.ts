import type { Raw } from '../../database/engine.ts';
import {
  type Catalogue,
  type Definition,
  fromText,
  Problem,
  type Reference,
  versionsOf,
} from '../../definitions/for-server.ts';
import type { Problems } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { chunksOf } from '../store/chunks.ts';
import { matchingRecords } from '../store/reachable-records.ts';
import { rightsOver, type WriteReads } from '../store/write-context.ts';
import type { SourceRecord } from './source-record.ts';

/** A record named by one of its unique fields, in place of its id: `{ slug: 'drama' }`. */
interface Name {
  readonly key: string;
  readonly value: unknown;
}

/** The id of the record that a name means, or why there is none. */
type FindId = (name: Name) => bigint | Text;

const KEYS: ReadonlySet<string> = new Set(['string', 'integer', 'bigint']);

/** The fields whose values name one record of a collection: unique on their own, and comparable exactly. */
export function recordKeys({ unique, columns, fields }: Definition): string[] {
  return unique.flatMap(([name = '', ...others]) =>
    others.length === 0 && KEYS.has(columns[name]?.type ?? '') && !fields[name]?.secret ? name : [],
  );
}

/** The fields of the collection that this one refers to by which a record of it can be named; none if it refers to no collection. */
export function targetKeys(catalogue: Catalogue, definition: Definition, field: string): string[] {
  const reference = catalogue
    .referencesOf(definition.name)
    .find((one) => one.field === field && one.path === undefined);
  return reference ? recordKeys(catalogue.get(reference.target)) : [];
}

/** Puts ids in place of the names in references. A name that means no record the actor may refer to is a problem of its record. */
export async function resolveNames(
  writes: WriteReads,
  definition: Definition,
  records: readonly SourceRecord[],
): Promise<readonly SourceRecord[]> {
  let resolved = records;
  for (const reference of writes.catalogue.referencesOf(definition.name)) {
    const { field, path } = reference;
    if (path !== undefined) continue;
    const names = resolved.flatMap(({ values }) => namesIn(values[field]));
    if (names.length === 0) continue;
    const findId = await finderOf(writes, definition, reference, names);
    resolved = resolved.map((record) => withIds(record, field, findId));
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

function withIds(record: SourceRecord, field: string, findId: FindId): SourceRecord {
  const value = record.values[field];
  let problem: Text | undefined;
  const toId = (one: unknown) => {
    const name = readName(one);
    const found = name && findId(name);
    if (found === undefined || typeof found === 'bigint') return found ?? one;
    problem ??= found;
    return one;
  };
  const values: Raw = { ...record.values, [field]: Array.isArray(value) ? value.map(toId) : toId(value) };
  const problems: Problems | undefined = problem ? { ...record.problems, [field]: problem } : record.problems;
  const named = record.named ?? record.values;
  return problems ? { ...record, values, named, problems } : { ...record, values, named };
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
  const allowed = recordKeys(collection).filter((key) => rights?.shows(collection, key) ?? true);
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
        const records = await writes.where(one, (q) => q.where(key, 'in', some));
        const known = await matchingRecords(writes, one, rights?.known(one) ?? 'all', records);
        for (const record of known) found.set(record[key], record.id);
      }
    ids.set(key, found);
  }
  return ({ key, value }) => {
    const found = ids.get(key);
    if (!found) return message('notATargetKey', { allowed: ['id', ...allowed] });
    const wanted = cleaned(key, value);
    if (wanted instanceof Problem) return wanted.text;
    return found.get(wanted) ?? message('noRecordNamed', { name: `${key} '${String(wanted)}'` });
  };
}
