import {
  decimal,
  defineCollection,
  login,
  type NewRecord,
  reference,
  text,
} from '../../server/definitions/index.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import type { WriteContext } from '../../server/records/store/write-context.ts';
import { revision } from '../../server/records/write/revision.collection.ts';
import { openTemporary } from '../database/open-temporary.ts';

// One collection for each use of references and of the forms of audit.

export const author = defineCollection({
  name: 'author',
  label: 'Author',
  audit: 'full',
  fields: { name: text({ max: 20, required: true, unique: true }), pin: text({ max: 20, secret: true }) },
});
export const book = defineCollection({
  name: 'book',
  label: 'Book',
  audit: 'full',
  fields: {
    title: text({ max: 20, required: true }),
    summary: text({ max: 20, default: '' }),
    price: decimal({ precision: 18, scale: 2 }),
    author_id: reference('author'),
  },
  access: { read: login, create: login, update: login, delete: login },
});
export const tag = defineCollection({
  name: 'tag',
  label: 'Tag',
  audit: 'creation',
  fields: { word: text({ max: 20, required: true }) },
});

export const act = (now: number, id = 7n): WriteContext => ({
  actor: { id, username: 'ann' },
  requestId: `r${now}`,
  now,
});

/** A new library, closed when the test file has run. */
export async function openLibrary() {
  const { database, catalogue, behind } = await openTemporary([author, book, tag, revision]);
  const { reads, write } = makeRecordStore(database, catalogue);
  const create = (values: NewRecord<typeof book>, now = 1000) =>
    write(act(now), (writes) => writes.create(book, values));
  const history = (record: string, id: bigint) =>
    reads.where(revision, (q) =>
      q.where('collection', '=', record).where('record_id', '=', id).orderBy('id'),
    );
  return { database, catalogue, behind, reads, write, create, history };
}
