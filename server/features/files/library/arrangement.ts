import { Type } from '../../../../contract/json-schema.ts';
import { badParameters } from '../../../errors.ts';
import { parseId } from '../../../http/parse-id.ts';
import type { Reads, Select } from '../../../records/index.ts';
import { message } from '../messages/message.ts';
import { fileTag, taggedFile } from './file-tag.collection.ts';

const NO_FOLDER = 'none';
const MOST_TAGS = 5;

/** The parameters of a list of files that ask for a folder and for tags. */
export const arrangementParameters = {
  folder: Type.Optional(Type.String({ maxLength: 20, about: message('inFolder') })),
  tag: Type.Optional(Type.String({ maxLength: 300, about: message('withTags') })),
};

type Arrangement = { readonly [Parameter in keyof typeof arrangementParameters]?: string };

/** Whether a list is narrowed by folder or tag, which only those who see the arrangement may ask. */
export function asksForArrangement({ folder, tag }: Arrangement): boolean {
  return folder !== undefined || tag !== undefined;
}

/** Keeps a query of files to those of a folder, and to those that have all of these tags. */
export function narrowToArrangement({ query }: Reads, select: Select, { folder, tag }: Arrangement): Select {
  const here =
    folder === undefined
      ? select
      : folder === NO_FOLDER
        ? select.where('folder_id', 'is', null)
        : select.where('folder_id', '=', parseId(folder, 'folder'));
  const names = tag === undefined ? [] : [...new Set(tag.normalize('NFC').split(','))];
  if (names.length > MOST_TAGS) throw badParameters({ tag: message('tooManyItems', { max: MOST_TAGS }) });
  return names.reduce((some, name) => {
    const meant = query.selectFrom(fileTag.name).select('id').where('name', '=', name);
    const tagged = query.selectFrom(taggedFile.name).select('file_id').where('tag_id', 'in', meant);
    return some.where('id', 'in', tagged);
  }, here);
}
