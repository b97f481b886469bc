import { readExact } from '../form/exact-json.ts';
import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';
import { infoOf, rememberFile } from './file-infos.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What a form shows beside the fields of a row. */
export interface RowAside {
  /** What the caller may do with this row. */
  readonly can: Readonly<Record<string, boolean | undefined>>;
  readonly createTime: number | undefined;
  readonly updateTime: number | undefined;
}

/** Rows that refer to a row by one field, as far as the caller may see them. */
export interface Usage {
  readonly record: string;
  readonly label: string;
  readonly field: string;
  readonly field_label: string;
  readonly on_delete: 'refuse' | 'detach' | 'delete';
  readonly count: number;
  readonly sample: readonly { readonly id: string; readonly title: string | null }[];
}

/** Reads what the caller may do with a row, and the files that it names: no list tells of those. */
export async function readAside(record: ServedDescription, id: string): Promise<RowAside> {
  const shown = (name: string) => record.fields.some((field) => field.name === name);
  const files = record.fields
    .filter(({ kind, readable }) => kind === 'file' && readable)
    .map(({ name }) => name);
  const times = ['create_time', 'update_time'].filter(shown);
  const query: [string, string][] = [
    ['fields', ['id', ...times, ...files].join()],
    ['can', '1'],
  ];
  if (files.length > 0) query.push(['expand', files.join()]);
  const answer = await connection.response('GET', addressOf(record, id), { query });
  const {
    expanded = {},
    can = {},
    ...row
  } = readExact(await answer.text()) as Raw & {
    readonly expanded?: Readonly<Record<string, Raw | null>>;
    readonly can?: RowAside['can'];
  };
  for (const file of Object.values(expanded)) if (file) rememberFile(infoOf(file));
  return { can, createTime: timeOf(row.create_time), updateTime: timeOf(row.update_time) };
}

/** Where a row is used. */
export async function readUsage(record: ServedDescription, id: string): Promise<readonly Usage[]> {
  const { items } = await connection.request('GET', `${addressOf(record, id)}/usage`);
  const uses = items as readonly Usage[]; // the documented form of this route, but for ids
  return uses.map((use) => ({ ...use, sample: use.sample.map((one) => ({ ...one, id: String(one.id) })) }));
}

export async function deleteRow(
  record: ServedDescription,
  id: string,
  etag: string | undefined,
): Promise<void> {
  await connection.request('DELETE', addressOf(record, id), { headers: { 'if-match': etag } });
}

export async function restoreRow(record: ServedDescription, id: string): Promise<void> {
  await connection.request('POST', `${record.path}/trash/${encodeURIComponent(id)}/restore`);
}

function addressOf({ path }: ServedDescription, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
