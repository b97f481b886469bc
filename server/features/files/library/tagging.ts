import { Type } from '../../../../contract/json-schema.ts';
import { retryOnDuplicate } from '../../../database/retrying.ts';
import { badParameters } from '../../../errors.ts';
import { chunksOf, type Reads, type Writes } from '../../../records/index.ts';
import { message } from '../messages/message.ts';
import { fileTag, taggedFile } from './file-tag.collection.ts';
import { libraryLine } from './library-line.ts';

const MOST_OF_A_FILE = 20;
const LONGEST_NAME = 40;
/** One answer lists them all. */
const MOST_TAGS = 2000;

/** One line, without blanks at its ends; commas separate tags in addresses. */
export const tagName = Type.String({
  minLength: 1,
  maxLength: LONGEST_NAME,
  pattern: '^(?!\\s)[^\\p{Cc},]+(?<!\\s)$',
  about: message('tagName'),
});

export const tagNames = Type.Array(tagName, { maxItems: MOST_OF_A_FILE, about: message('tagsOfFile') });

/** The names of the tags of files, in their order. */
export async function tagsOf(
  reads: Reads,
  fileIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly string[]>> {
  if (fileIds.length === 0) return new Map();
  const links = await reads.where(taggedFile, (select) => select.where('file_id', 'in', fileIds));
  if (links.length === 0) return new Map();
  const ids = [...new Set(links.map(({ tag_id }) => tag_id))];
  const tags = await reads.where(fileTag, (select) => select.where('id', 'in', ids).orderBy('name'));
  const names = new Map(tags.map(({ id, name }, place) => [id, { name, place }]));
  const byFile = Map.groupBy(links, ({ file_id }) => file_id);
  return new Map(
    [...byFile].map(([file, some]) => {
      const found = some.flatMap(({ tag_id }) => names.get(tag_id) ?? []);
      return [file, found.sort((one, other) => one.place - other.place).map(({ name }) => name)];
    }),
  );
}

/** Gives a file exactly these tags, and creates missing ones. */
export async function setTags(writes: Writes, fileId: bigint, names: readonly string[]): Promise<void> {
  const wanted = keptNames(names);
  const ids = await tagIds(writes, wanted);
  const links = await writes.where(taggedFile, (select) => select.where('file_id', '=', fileId));
  const held = new Set(links.map(({ tag_id }) => tag_id));
  const added = ids.filter((id) => !held.has(id));
  const removed = links.filter(({ tag_id }) => !ids.includes(tag_id));
  for (const tag_id of added)
    await writes.create(taggedFile, { file_id: fileId, tag_id }).catch(retryOnDuplicate);
  for (const { id } of removed) await writes.remove(taggedFile, id);
}

/** Takes a tag from all its files, or all tags from a file. */
export async function eraseLinks(writes: Writes, by: 'tag_id' | 'file_id', id: bigint): Promise<void> {
  const links = await writes.where(taggedFile, (select) => select.where(by, '=', id));
  for (const some of chunksOf(links.map((link) => link.id))) await writes.erase(taggedFile, some);
}

/** Names in their stored form, each once. */
function keptNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name, place) => libraryLine(fileTag.fields.name, `tags.${place}`, name)))];
}

async function tagIds(writes: Writes, names: readonly string[]): Promise<bigint[]> {
  if (names.length === 0) return [];
  const known = await writes.where(fileTag, (select) => select.where('name', 'in', names).orderBy('id'));
  const isNew = (name: string) => !known.some((tag) => tag.name === name);
  const missing = names.filter(isNew);
  if (missing.length > 0 && (await writes.count(fileTag)) + missing.length > MOST_TAGS)
    throw badParameters({ tags: message('tooManyItems', { max: MOST_TAGS }) });
  const ids = known.map(({ id }) => id);
  for (const name of missing) ids.push(await writes.create(fileTag, { name }).catch(retryOnDuplicate));
  return ids;
}
