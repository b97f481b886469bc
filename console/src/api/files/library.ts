import { call } from '../call.ts';
import type { Usage } from '../records/record-meta.ts';
import type { BodyOf, ItemOf } from '../route-types.ts';

/** A file as the library shows it. Folder and tags are there only for users who see how the library is arranged. */
export type LibraryFile = ItemOf<'GET /cms/file'>;

/** Changes of a file's details; what is absent stays. */
export type FileChanges = BodyOf<'PATCH /cms/file/:id'>;

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

const EACH = 60;

/** A page of the files, the newest first. */
export async function listFiles(choice: LibraryFilter, after?: string) {
  const { keyword, type, isMine, folder, tags } = choice;
  const query = {
    count: EACH,
    ...(keyword !== '' && { keyword }),
    ...(type !== '' && { type }),
    ...(folder !== '' && { folder }),
    ...(tags.length > 0 && { tag: tags.join() }),
    ...(isMine && { mine: true }),
    ...(after !== undefined && { after }),
  };
  const { items, next } = await call('GET /cms/file', { query });
  return { files: items, next: next ?? undefined };
}

export async function readFile(id: string): Promise<LibraryFile> {
  return call('GET /cms/file/:id', { params: { id } });
}

export async function changeFile(id: string, changes: FileChanges): Promise<void> {
  await call('PATCH /cms/file/:id', { params: { id }, body: changes });
}

/** Where a file is used, as far as the user may see it. */
export async function readFileUsage(id: string): Promise<readonly Usage[]> {
  const { items } = await call('GET /cms/file/:id/usage', { params: { id }, query: { version: 'draft' } });
  return items.map((use) => ({ ...use, sample: use.sample.map((one) => ({ ...one, id: String(one.id) })) }));
}

export async function deleteFile(id: string): Promise<void> {
  await call('DELETE /cms/file/:id', { params: { id } });
}
