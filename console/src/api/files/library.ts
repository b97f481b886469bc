import { connection } from '../connection.ts';
import type { Usage } from '../rows/row-meta.ts';

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
  /** Texts by language. */
  readonly alt?: Readonly<Record<string, string>>;
  readonly focus_x?: number;
  readonly focus_y?: number;
  /** Folder and tags are there only for users who see how the library is arranged. */
  readonly folder_id?: string;
  readonly tags?: readonly string[];
  /** Whether the user may change its details. */
  readonly editable?: boolean;
  readonly create_time: number;
}

/** Changes of a file's details; what is absent stays. */
export interface FileChanges {
  readonly name?: string;
  readonly alt?: Readonly<Record<string, string | null>>;
  readonly focus_x?: number | null;
  readonly focus_y?: number | null;
  readonly folder_id?: string | null;
  readonly tags?: readonly string[];
}

export interface LibraryFilter {
  readonly keyword: string;
  /** Such as `image/*`; empty for all. */
  readonly type: string;
  /** Only what the user has uploaded. */
  readonly isMine: boolean;
  /** The id of a folder, `none` for files in none; empty for all. */
  readonly folder: string;
  readonly tags: readonly string[];
}

const EACH = '60';

/** A page of the files, the newest first. */
export async function listFiles(choice: LibraryFilter, after?: string) {
  const { keyword, type, isMine, folder, tags } = choice;
  const query = Object.entries({
    ...{ count: EACH, keyword, type, folder },
    tag: tags.join(),
    mine: isMine ? 'true' : '',
    after: after ?? '',
  });
  const { items, next } = await connection.request('GET', '/cms/file', {
    query: query.filter(([, value]) => value !== ''),
  });
  return {
    files: (items as readonly LibraryFile[]).map(fileOf),
    next: next === null ? undefined : String(next),
  };
}

export async function readFile(id: string): Promise<LibraryFile> {
  return fileOf(await connection.request('GET', pathOf(id)));
}

export async function changeFile(id: string, changes: FileChanges): Promise<void> {
  await connection.request('PATCH', pathOf(id), { body: changes });
}

/** Where a file is used, as far as the user may see it. */
export async function readFileUsage(id: string): Promise<readonly Usage[]> {
  const { items } = await connection.request('GET', `${pathOf(id)}/usage`, { query: [['version', 'draft']] });
  const uses = items as readonly Usage[]; // the documented form of this route, but for ids
  return uses.map((use) => ({ ...use, sample: use.sample.map((one) => ({ ...one, id: String(one.id) })) }));
}

export async function deleteFile(id: string): Promise<void> {
  await connection.request('DELETE', pathOf(id));
}

function pathOf(id: string): string {
  return `/cms/file/${encodeURIComponent(id)}`;
}

/** The documented form of a file, with ids as texts. */
function fileOf(answer: unknown): LibraryFile {
  const { id, folder_id, ...file } = answer as LibraryFile;
  return { ...file, id: String(id), ...(folder_id !== undefined && { folder_id: String(folder_id) }) };
}
