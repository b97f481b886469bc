import { digitsOf, readExact } from '../form/exact-json.ts';
import { connection, QuireError } from './connection.ts';
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

/** Where a row is referred to, by the records and fields that the caller may see. */
export interface UsageItem {
  readonly record: string;
  readonly field: string;
  readonly label: string;
  readonly count: number;
  readonly sample: readonly { readonly id: string; readonly title: string }[];
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

/** Where a row is used; nothing where the server does not tell. */
export async function readUsage(record: ServedDescription, id: string): Promise<readonly UsageItem[]> {
  try {
    const answer = await connection.response('GET', `${addressOf(record, id)}/usage`);
    const { items } = readExact(await answer.text()) as {
      items: readonly (UsageItem & { sample: readonly Raw[] })[];
    };
    return items.map((item) => ({
      ...item,
      sample: item.sample.map((one) => ({ id: digitsOf(one.id) ?? '', title: String(one.title ?? '') })),
    }));
  } catch (error) {
    if (error instanceof QuireError && error.status === 404) return [];
    throw error;
  }
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
