import type { InnerField, Usage } from '../../../../server/client/runtime/descriptions.ts';
import { localeOf } from '../../form/languages.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { infoOf, rememberFile } from '../files/file-infos.ts';
import { filterQuery, type RecordFilter } from './record-filter.ts';
import { recordClient } from './record-list.ts';
import { recordPath, versionQuery } from './record-path.ts';

export type { Usage };

type Raw = Readonly<Record<string, unknown>>;

/** The rights and times of a record. */
export interface RecordMeta {
  /** What the caller may do with this record. */
  readonly can: Readonly<Record<string, boolean | undefined>>;
  readonly createTime: number | undefined;
  readonly updateTime: number | undefined;
}

/** Reads the rights on a record, and the files that it refers to. */
export async function readMeta(collection: ServedDescription, id: string): Promise<RecordMeta> {
  const shown = (name: string) => collection.fields.some((field) => field.name === name);
  const files = collection.fields
    .filter(({ readable }) => readable)
    .flatMap((field) => filesIn(field, field.name));
  const times = ['create_time', 'update_time'].filter(shown);
  const query: [string, string][] = [
    ['fields', [...new Set(['id', ...times, ...files.map(fieldOf)])].join()],
    ['can', '1'],
    ...versionQuery(collection),
  ];
  if (files.length > 0) query.push(['expand', files.join()]);
  const {
    expanded = {},
    can = {},
    ...record
  } = (await connection.request('GET', recordPath(collection, id), { query })) as Raw & {
    readonly expanded?: Readonly<Record<string, Raw | readonly Raw[] | null>>;
    readonly can?: RecordMeta['can'];
  };
  for (const file of Object.values(expanded).flat()) if (file) rememberFile(infoOf(file));
  return { can, createTime: timeOf(record.create_time), updateTime: timeOf(record.update_time) };
}

/** The top-level field of a path. */
function fieldOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

/** The paths of the fields that hold files, inside groups and lists as well. */
function filesIn({ kind, members = [], items, blocks = [] }: InnerField, path: string): string[] {
  if (/^files?$/.test(kind)) return [path];
  const inside = (some: readonly InnerField[], at: string) =>
    some.flatMap((one) => filesIn(one, `${at}.${one.name}`));
  return [
    ...inside(members, path),
    ...(items ? filesIn(items, path) : []),
    ...blocks.flatMap((block) => inside(block.members, `${path}.${block.type}`)),
  ];
}

/** Where the records that a filter finds are used: the first of them, if there are `more`. */
export async function readUsageOf(
  collection: ServedDescription,
  records: RecordFilter,
): Promise<{ usage: readonly Usage[]; records: number; more: boolean }> {
  const query = [...filterQuery(records), ...versionQuery(collection)];
  const { items, ...rest } = (await connection.request('GET', `${collection.path}/usage`, { query })) as {
    readonly items: readonly Usage[];
    readonly records: number;
    readonly more: boolean;
  };
  const usage = items.map((use) => ({
    ...use,
    sample: use.sample.map((one) => ({ ...one, id: String(one.id) })),
  }));
  return { usage, ...rest };
}

/** Where a record is used. */
export async function readUsage(collection: ServedDescription, id: string): Promise<readonly Usage[]> {
  return recordClient(collection).usage(id);
}

/** Deletes a record. Returns the id of the request. */
export async function deleteRecord(
  collection: ServedDescription,
  id: string,
  etag: string | undefined,
): Promise<string> {
  const { request } = await recordClient(collection).remove(id, {
    ...localeOf(collection.fields),
    ...(etag !== undefined && { ifMatch: etag }),
  });
  return request;
}

/** Restores a record from the trash. Returns the id of the request. */
export async function restoreRecord(collection: ServedDescription, id: string): Promise<string> {
  return (await recordClient(collection).restore(id)).request;
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
