import { type Door, decide, done, requireAllowed, success, type WriteResult } from '../../../access/index.ts';
import { AppError, badParameters } from '../../../errors.ts';
import { bodyId, idInPath, parseId, type Route, route, Type, type TypeOf } from '../../../http/index.ts';
import { file, type Writes } from '../../../records/index.ts';
import { cropKeysOf } from '../images/named-crops.ts';
import {
  type FileParts,
  listedFile,
  mayChange,
  mayEdit,
  seesAll,
  seesArrangement,
  shownFile,
  shownFiles,
  uploaderOrEditor,
  uploaderOrStaff,
} from '../index.ts';
import { message } from '../messages/message.ts';
import { altChanges, altTextsOf, changedAltTexts } from './alt-texts.ts';
import { fileFolder } from './file-folder.collection.ts';
import { setTags, tagNames, tagsOf } from './tagging.ts';

const common = { tag: message('filesTag'), path: '/cms/file/:id' } as const;

const percent = (about: 'focusX' | 'focusY') =>
  Type.Optional(Type.Nullable(Type.Integer({ minimum: 0, maximum: 100, about: message(about) })));

const fileChanges = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^\\P{Cc}*[^\\p{C}\\p{Z}]\\P{Cc}*$',
        about: message('fileName'),
      }),
    ),
    alt: Type.Optional(Type.Nullable(altChanges)),
    focus_x: percent('focusX'),
    focus_y: percent('focusY'),
    folder_id: Type.Optional(Type.Nullable({ ...bodyId, about: message('folderOfFile') })),
    tags: Type.Optional(tagNames),
  },
  { additionalProperties: false },
);
type FileChanges = TypeOf<typeof fileChanges>;

/** The routes of one file's details, without its content. */
export function describedFileRoutes(parts: Pick<FileParts, 'storage' | 'toUrl' | 'rules'>): Route[] {
  return [getRoute(parts), changeRoute(parts)];
}

function getRoute({ storage, toUrl }: Pick<FileParts, 'storage' | 'toUrl'>): Route {
  return route({
    ...common,
    method: 'GET',
    access: uploaderOrStaff,
    summary: message('getFile'),
    params: idInPath,
    answer: listedFile,
    async handle(door, { params }) {
      const record = await door.reads.find(file, parseId(params.id));
      if (!record || !(await shownFiles(door, [record])).has(record.id)) throw new AppError('fileNotFound');
      const isArranged = seesAll(door.actor, seesArrangement);
      const tags = isArranged ? (await tagsOf(door.reads, [record.id])).get(record.id) : undefined;
      return { ...shownFile(record, { toUrl, actor: door.actor, tags }), type: storage.type };
    },
  });
}

function changeRoute({ storage, rules }: Pick<FileParts, 'storage' | 'rules'>): Route {
  return route({
    ...common,
    method: 'PATCH',
    access: uploaderOrEditor,
    summary: message('changeFile'),
    params: idInPath,
    body: fileChanges,
    async handle(door, { params, body }) {
      const id = parseId(params.id);
      const found = await door.reads.find(file, id);
      const isReadable = found && (!found.private || (await door.readableFiles([found])).has(id));
      if (!isReadable) throw new AppError('fileNotFound');
      const result = await door.write((writes) => change(door, writes, { id, ...body }));
      const isCutAnew = body.focus_x !== undefined || body.focus_y !== undefined;
      const outdated = isCutAnew ? cropKeysOf(found, rules) : [];
      await Promise.allSettled(outdated.map((key) => storage.remove(key))); // the sweep removes what is left
      return result;
    },
  });
}

async function change(
  { actor }: Door,
  writes: Writes,
  { id, alt, tags, ...given }: FileChanges & { readonly id: bigint },
): Promise<WriteResult> {
  const record = await writes.find(file, id);
  if (!record || !mayChange(actor, record)) throw new AppError('fileNotFound');
  const { folder_id, focus_x, focus_y } = given;
  if (folder_id !== undefined || tags !== undefined) requireAllowed(decide(actor, mayEdit));
  if (typeof folder_id === 'bigint' && !(await writes.findShared(fileFolder, folder_id)))
    throw badParameters({ folder_id: message('missingReference', { ids: [String(folder_id)] }) });
  if ((focus_x ?? focus_y ?? null) !== null && !record.mime.startsWith('image/'))
    throw badParameters({ [typeof focus_x === 'number' ? 'focus_x' : 'focus_y']: message('onlyForImages') });
  const texts =
    alt === undefined ? {} : { alt: changedAltTexts(altTextsOf(record), alt, writes.catalogue.locales) };
  const changes = { ...given, ...texts };
  if (Object.keys(changes).length > 0) await writes.update(file, id, changes);
  if (tags) await setTags(writes, id, tags);
  return done(success.done, message('fileChanged', { id }));
}
