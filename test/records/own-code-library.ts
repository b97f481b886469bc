import assert from 'node:assert/strict';
import type { Records } from '../../server/definitions/types/collections-api.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import { placeIn } from '../../server/records/scope/collections-place.ts';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { act, author, book, openLibrary } from './library.ts';

/** A library with five books of two authors, and code of a project that works on it. */
export async function openOwnCode() {
  const { database, catalogue, write } = await openLibrary();
  const { placeOf } = makeRecordStore(database, catalogue);

  /** Own code inside a transaction, and outside of one. */
  async function inside<T>(work: (records: Records) => Promise<T>): Promise<T> {
    return write(act(1000), async (writes) => {
      const scope = new RecordsScope(placeIn(writes));
      const answer = await work(scope.records);
      await scope.close();
      return answer;
    });
  }
  const outside = new RecordsScope(placeOf(act(2000))).records;

  const [ann, bea] = await write(act(1), (writes) =>
    writes.createMany(author, [{ name: 'ann', pin: '1' }, { name: 'bea' }]),
  );
  assert.ok(ann && bea);
  const BOOKS: readonly (readonly [title: string, price: string | null, by: bigint | null])[] = [
    ['c', '3.50', ann],
    ['a', null, ann],
    ['b', '0.25', bea],
    ['d', '3.50', null],
    ['e', '12.00', ann],
  ];
  const ids = await write(act(2), (writes) =>
    writes.createMany(
      book,
      BOOKS.map(([title, price, author_id]) => ({ title, price, author_id })),
    ),
  );
  const titles = (records: readonly { readonly [name: string]: unknown }[]) =>
    records.map(({ title }) => title).join('');

  return { write, placeOf, inside, outside, ann, bea, ids, titles };
}
