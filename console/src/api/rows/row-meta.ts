import type { InnerField, Usage } from '../../../../server/features/client/runtime/descriptions.ts';
import { readExact } from '../../form/exact-json.ts';
import { languageQuery } from '../../form/languages.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { infoOf, rememberFile } from '../files/file-infos.ts';
import { rowClient } from './row-list.ts';
import { rowPath, versionQuery } from './row-path.ts';

export type { Usage };

type Raw = Readonly<Record<string, unknown>>;

/** The rights and times of a row. */
export interface RowMeta {
  /** What the caller may do with this row. */
  readonly can: Readonly<Record<string, boolean | undefined>>;
  readonly createTime: number | undefined;
  readonly updateTime: number | undefined;
}

/** Reads the rights on a row, and the files that it refers to. */
export async function readMeta(record: ServedDescription, id: string): Promise<RowMeta> {
  const shown = (name: string) => record.fields.some((field) => field.name === name);
  const files = record.fields
    .filter(({ readable }) => readable)
    .flatMap((field) => filesIn(field, field.name));
  const times = ['create_time', 'update_time'].filter(shown);
  const query: [string, string][] = [
    ['fields', [...new Set(['id', ...times, ...files.map(fieldOf)])].join()],
    ['can', '1'],
    ...versionQuery(record),
  ];
  if (files.length > 0) query.push(['expand', files.join()]);
  const answer = await connection.response('GET', rowPath(record, id), { query });
  const {
    expanded = {},
    can = {},
    ...row
  } = readExact(await answer.text()) as Raw & {
    readonly expanded?: Readonly<Record<string, Raw | readonly Raw[] | null>>;
    readonly can?: RowMeta['can'];
  };
  for (const file of Object.values(expanded).flat()) if (file) rememberFile(infoOf(file));
  return { can, createTime: timeOf(row.create_time), updateTime: timeOf(row.update_time) };
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

/** Where a row is used. */
export async function readUsage(record: ServedDescription, id: string): Promise<readonly Usage[]> {
  return rowClient(record, [record]).usage(id);
}

export async function deleteRow(
  record: ServedDescription,
  id: string,
  etag: string | undefined,
): Promise<void> {
  const query = languageQuery(record.fields);
  await connection.request('DELETE', rowPath(record, id), { query, headers: { 'if-match': etag } });
}

export async function restoreRow(record: ServedDescription, id: string): Promise<void> {
  await connection.request('POST', `${record.path}/trash/${encodeURIComponent(id)}/restore`);
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
