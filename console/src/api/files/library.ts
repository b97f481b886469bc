import { connection } from '../connection.ts';
import type { Usage } from '../rows/row-aside.ts';

/** A file as the library shows it. */
export interface LibraryFile {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  /** Null of what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  readonly private?: boolean;
  readonly create_time: number;
}

export interface LibraryChoice {
  readonly keyword: string;
  /** Such as `image/*`; empty for all. */
  readonly type: string;
  /** Only what the user has uploaded. */
  readonly isMine: boolean;
}

const EACH = '60';

/** A page of the files, the newest first. */
export async function listFiles({ keyword, type, isMine }: LibraryChoice, after?: string) {
  const query = Object.entries({
    count: EACH,
    keyword,
    type,
    mine: isMine ? 'true' : '',
    after: after ?? '',
  });
  const { items, next } = await connection.request('GET', '/cms/file', {
    query: query.filter(([, value]) => value !== ''),
  });
  const files = (items as readonly LibraryFile[]).map((file) => ({ ...file, id: String(file.id) })); // the documented form of this route
  return { files, next: next === null ? undefined : String(next) };
}

/** Where a file is used, as far as the user may see it. */
export async function readFileUsage(id: string): Promise<readonly Usage[]> {
  const { items } = await connection.request('GET', `/cms/file/${encodeURIComponent(id)}/usage`);
  const uses = items as readonly Usage[]; // the documented form of this route, but for ids
  return uses.map((use) => ({ ...use, sample: use.sample.map((one) => ({ ...one, id: String(one.id) })) }));
}

export async function deleteFile(id: string): Promise<void> {
  await connection.request('DELETE', `/cms/file/${encodeURIComponent(id)}`);
}
