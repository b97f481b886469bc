import { readLocales } from '../../../server/definitions/locales.ts';
import type { ItemOf } from '../bodies.ts';
import type { Client } from '../client.ts';
import { freshApp } from '../fresh-app.ts';

/** A file as the library shows it. */
export type LibraryFile = ItemOf<'GET /cms/file'>;
/** A folder or a tag, and how many files it holds. */
type Counted = ItemOf<'GET /cms/file/folder'> | ItemOf<'GET /cms/file/tag'>;

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
  const told = (by: Client, id: number) => by.read<LibraryFile>(`/cms/file/${id}`);
  const idsOf = async (by: Client, query: string) =>
    (await by.list<LibraryFile>(`/cms/file?count=100&${query}`)).map(({ id }) => id);
  const named = async (path: string, name: string) =>
    (await librarian.list<Counted>(path)).find((one) => one.name === name);
  return { app, mei, editor, lister, librarian, told, idsOf, named };
}
