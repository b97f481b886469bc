import { Type } from '../../../../contract/json-schema.ts';
import { created, type Door, done, success } from '../../../access/index.ts';
import { AppError, badParameters } from '../../../errors.ts';
import { bodyId, idInPath, newRecord, parseId, type Route, route } from '../../../http/index.ts';
import { file, type Writes } from '../../../records/index.ts';
import { listableFiles, mayEdit, seesArrangement } from '../file-access.ts';
import { message } from '../messages/message.ts';
import { type FileFolder, fileFolder } from './file-folder.collection.ts';
import { libraryLine } from './library-line.ts';

/** One answer lists them all. */
const MOST_FOLDERS = 1000;

const common = { tag: message('filesTag') } as const;
const path = '/cms/file/folder';
const onePath = `${path}/:id`;
const noOthers = { additionalProperties: false } as const;
const named = Type.String({ minLength: 1, maxLength: 60, pattern: '^(?!\\s)\\P{Cc}+(?<!\\s)$' });
const parent = Type.Optional(Type.Nullable({ ...bodyId, about: message('parentFolder') }));

const listFolders = route({
  ...common,
  method: 'GET',
  path,
  access: seesArrangement,
  summary: message('listFolders'),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.Id(),
        name: Type.String(),
        parent_id: { ...Type.Nullable(Type.Id()), about: message('parentFolder') },
        files: Type.Integer({ about: message('filesInFolder') }),
      }),
    ),
  }),
  async handle(door) {
    const folders = await door.reads.where(fileFolder, (select) => select.orderBy('name').orderBy('id'));
    const counts = await filesIn(door);
    return {
      items: folders.map(({ id, name, parent_id }) => ({ id, name, parent_id, files: counts.get(id) ?? 0 })),
    };
  },
});

const createFolder = route({
  ...common,
  method: 'POST',
  path,
  access: mayEdit,
  summary: message('createFolder'),
  body: Type.Object({ name: named, parent_id: parent }, noOthers),
  answerFields: newRecord,
  handle: (door, { body: { name: sent, parent_id = null } }) =>
    door.write(async (writes) => {
      const name = libraryLine(fileFolder.fields.name, 'name', sent);
      if (parent_id !== null && !(await writes.findShared(fileFolder, parent_id)))
        throw noSuchParent(parent_id);
      if ((await writes.count(fileFolder)) >= MOST_FOLDERS)
        throw badParameters({ name: message('tooManyFolders', { max: MOST_FOLDERS }) });
      const id = await writes.create(fileFolder, { name, parent_id });
      return created(success.done, message('folderCreated', { name }), id, path);
    }),
});

const changeFolder = route({
  ...common,
  method: 'PATCH',
  path: onePath,
  access: mayEdit,
  summary: message('changeFolder'),
  params: idInPath,
  body: Type.Object({ name: Type.Optional(named), parent_id: parent }, noOthers),
  handle: (door, { params, body }) =>
    door.write(async (writes) => {
      const folder = await getFolder(writes, params.id);
      const { name: sent = folder.name, parent_id = folder.parent_id } = body;
      const name = libraryLine(fileFolder.fields.name, 'name', sent);
      if (parent_id !== null && parent_id !== folder.parent_id) await requireFree(writes, folder, parent_id);
      await writes.update(fileFolder, folder.id, { name, parent_id });
      return done(success.done, message('folderChanged', { name }));
    }),
});

const deleteFolder = route({
  ...common,
  method: 'DELETE',
  path: onePath,
  access: mayEdit,
  summary: message('deleteFolder'),
  params: idInPath,
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id, name } = await getFolder(writes, params.id);
      const folders = await writes.count(fileFolder, (select) => select.where('parent_id', '=', id));
      const files = await writes.count(file, (select) => select.where('folder_id', '=', id));
      if (folders + files > 0)
        throw new AppError('stillReferenced', { detail: message('folderHolds', { folders, files }) });
      await writes.remove(fileFolder, id);
      return done(success.deleted, message('folderDeleted', { name }));
    }),
});

/** The folders of the file library. */
export const folderRoutes: readonly Route[] = [listFolders, createFolder, changeFolder, deleteFolder];

async function getFolder(writes: Writes, id: string): Promise<FileFolder> {
  const folder = await writes.find(fileFolder, parseId(id));
  if (!folder) throw new AppError('recordNotFound');
  return folder;
}

/** Throws if a folder would be inside itself. All folders are locked, so of two moves the second sees the first. */
async function requireFree(writes: Writes, { id }: FileFolder, parentId: bigint): Promise<void> {
  const folders = await writes.where(fileFolder, (select) => select.orderBy('id'));
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]));
  if (!parents.has(parentId)) throw noSuchParent(parentId);
  for (let at: bigint | null | undefined = parentId; at; at = parents.get(at))
    if (at === id) throw badParameters({ parent_id: message('folderInItself') });
}

function noSuchParent(id: bigint): AppError {
  return badParameters({ parent_id: message('missingReference', { ids: [String(id)] }) });
}

/** How many files each folder holds that the caller could list. */
async function filesIn({ longReads, actor }: Door): Promise<ReadonlyMap<bigint, number>> {
  const held = listableFiles(longReads.query.selectFrom(file.name).select('folder_id'), actor);
  const counted = held
    .select((e) => e.fn.countAll().as('total'))
    .where('folder_id', 'is not', null)
    .groupBy('folder_id');
  const shape = { folder_id: { type: 'bigint' }, total: { type: 'integer' } } as const;
  const records = await longReads.records<{ folder_id: bigint; total: number }>(counted, shape);
  return new Map(records.map(({ folder_id, total }) => [folder_id, total]));
}
