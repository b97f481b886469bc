import { Type } from '../../../../contract/json-schema.ts';
import { type Door, done, success } from '../../../access/index.ts';
import { AppError } from '../../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../../http/index.ts';
import { file, type Writes } from '../../../records/index.ts';
import { listableFiles, mayEdit, seesArrangement } from '../file-access.ts';
import { message } from '../messages/message.ts';
import { fileTag, taggedFile } from './file-tag.collection.ts';
import { libraryLine } from './library-line.ts';
import { eraseLinks, tagName } from './tagging.ts';

const common = { tag: message('filesTag') } as const;
const path = '/cms/file/tag';
const onePath = `${path}/:id`;

const listTags = route({
  ...common,
  method: 'GET',
  path,
  access: seesArrangement,
  summary: message('listTags'),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.Id(),
        name: Type.String(),
        files: Type.Integer({ about: message('filesWithTag') }),
      }),
    ),
  }),
  async handle(door) {
    const tags = await door.reads.where(fileTag, (select) => select.orderBy('name').orderBy('id'));
    const counts = await filesWith(door);
    return { items: tags.map(({ id, name }) => ({ id, name, files: counts.get(id) ?? 0 })) };
  },
});

const renameTag = route({
  ...common,
  method: 'PATCH',
  path: onePath,
  access: mayEdit,
  summary: message('renameTag'),
  params: idInPath,
  body: Type.Object({ name: tagName }, { additionalProperties: false }),
  handle: (door, { params, body }) =>
    door.write(async (writes) => {
      const name = libraryLine(fileTag.fields.name, 'name', body.name);
      const { id } = await getTag(writes, params.id);
      await writes.update(fileTag, id, { name });
      return done(success.done, message('tagRenamed', { name }));
    }),
});

const deleteTag = route({
  ...common,
  method: 'DELETE',
  path: onePath,
  access: mayEdit,
  summary: message('deleteTag'),
  params: idInPath,
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id, name } = await getTag(writes, params.id);
      await eraseLinks(writes, 'tag_id', id);
      await writes.remove(fileTag, id);
      return done(success.deleted, message('tagDeleted', { name }));
    }),
});

/** The tags of files. Giving a file a tag makes it. */
export const tagRoutes: readonly Route[] = [listTags, renameTag, deleteTag];

async function getTag(writes: Writes, id: string) {
  const tag = await writes.find(fileTag, parseId(id));
  if (!tag) throw new AppError('recordNotFound');
  return tag;
}

/** How many files have each tag that the caller could list. */
async function filesWith({ longReads, actor }: Door): Promise<ReadonlyMap<bigint, number>> {
  const listed = listableFiles(longReads.query.selectFrom(file.name).select('id'), actor);
  const counted = longReads.query
    .selectFrom(taggedFile.name)
    .select('tag_id')
    .select((e) => e.fn.countAll().as('total'))
    .where('file_id', 'in', listed)
    .groupBy('tag_id');
  const shape = { tag_id: { type: 'bigint' }, total: { type: 'integer' } } as const;
  const records = await longReads.records<{ tag_id: bigint; total: number }>(counted, shape);
  return new Map(records.map(({ tag_id, total }) => [tag_id, total]));
}
