import { Type } from '../../../contract/json-schema.ts';
import type { Actor } from '../../access/actor.ts';
import { fileUrl, type ToUrl } from '../../http/index.ts';
import { mayChange, seesAll, seesArrangement } from './file-access.ts';
import type { FileParts } from './file-parts.ts';
import type { FileRecord } from './keep.ts';
import { altTextsOf } from './library/alt-texts.ts';
import { message } from './messages/message.ts';

/** A file as lists and its own route answer it. */
export const listedFile = Type.Object({
  id: Type.Id(),
  path: Type.String(),
  url: Type.String(),
  type: Type.String({ about: message('localOrRemote') }),
  name: Type.String(),
  mime: Type.String(),
  extension: Type.String(),
  size: Type.Integer({ about: message('sizeInBytes') }),
  width: Type.Nullable(Type.Integer()),
  height: Type.Nullable(Type.Integer()),
  private: Type.Optional(Type.Boolean({ about: message('privateFile') })),
  alt: Type.Optional({ ...Type.Map(Type.String()), about: message('altTexts') }),
  focus_x: Type.Optional(Type.Integer({ about: message('focusX') })),
  focus_y: Type.Optional(Type.Integer({ about: message('focusY') })),
  folder_id: Type.Optional({ ...Type.Id(), about: message('folderOfFile') }),
  tags: Type.Optional(Type.Array(Type.String(), { about: message('tagsOfFile') })),
  editable: Type.Optional(Type.Boolean({ about: message('editableFile') })),
  create_time: Type.Integer(),
});

/** A file as its upload answers it. */
export const newFileProperties = {
  id: Type.Id(),
  path: Type.String(),
  url: Type.String(),
  type: Type.String({ about: message('localOrRemote') }),
  name: Type.String(),
  extension: Type.String(),
  size: Type.Integer({ about: message('sizeInBytes') }),
  width: Type.Nullable(Type.Integer()),
  height: Type.Nullable(Type.Integer()),
  private: Type.Optional(Type.Boolean({ about: message('privateFile') })),
};

export function shownNewFile(record: FileRecord, { storage, toUrl }: Pick<FileParts, 'storage' | 'toUrl'>) {
  const { id, path, name, extension, size, width, height } = record;
  return {
    id,
    path,
    url: fileUrl(record, toUrl),
    type: storage.type,
    name,
    extension: `.${extension}`,
    size,
    width,
    height,
    ...(record.private && { private: true }),
  };
}

interface Showing {
  readonly toUrl: ToUrl;
  readonly actor: Actor;
  readonly tags: readonly string[] | undefined;
}

/** Details that a file does not have are left out. */
export function shownFile(record: FileRecord, { toUrl, actor, tags = [] }: Showing) {
  const isArranged = seesAll(actor, seesArrangement);
  const { id, path, name, mime, extension, size, width, height, folder_id, create_time } = record;
  const { focus_x, focus_y } = record;
  const alt = altTextsOf(record);
  return {
    id,
    path,
    url: fileUrl(record, toUrl),
    name,
    mime,
    extension: `.${extension}`,
    size,
    width,
    height,
    ...(record.private && { private: true }),
    ...(alt && { alt }),
    ...(focus_x !== null && { focus_x }),
    ...(focus_y !== null && { focus_y }),
    ...(isArranged && folder_id !== null && { folder_id }),
    ...(isArranged && tags.length > 0 && { tags }),
    ...(mayChange(actor, record) && { editable: true }),
    create_time,
  };
}
