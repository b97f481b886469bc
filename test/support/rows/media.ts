import { readLocales } from '../../../server/definitions/locales.ts';
import type { Client } from '../client.ts';
import { freshApp } from '../fresh-app.ts';

/** A file as the library shows it. */
export interface Told {
  readonly id: number;
  readonly name: string;
  readonly alt?: object;
  readonly folder_id?: number;
  readonly tags?: readonly string[];
}
/** A folder or a tag, and how many files it holds. */
export interface Counted {
  readonly id: number;
  readonly name: string;
  readonly parent_id?: number | null;
  readonly files: number;
}

/** A server with a library of files, and people who may do different things with it. */
export async function openMedia() {
  const app = await freshApp({
    language: 'en',
    contentDir: 'test/content/media',
    locales: readLocales('en,de') ?? [],
  });
  const mei = await app.person();
  const editor = await app.granted('file.edit');
  const lister = await app.granted('file.list');
  const librarian = await app.granted('file.edit', 'file.list');
  const told = (by: Client, id: number) => by.read<Told>(`/cms/file/${id}`);
  const idsOf = async (by: Client, query: string) =>
    (await by.list<Told>(`/cms/file?count=100&${query}`)).map(({ id }) => id);
  const named = async (path: string, name: string) =>
    (await librarian.list<Counted>(path)).find((one) => one.name === name);
  return { app, mei, editor, lister, librarian, told, idsOf, named };
}
