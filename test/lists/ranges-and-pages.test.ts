import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../server/records/store/write-context.ts';
import type { Page } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { makeRecords } from '../support/records/novels.ts';
import { readStatements } from '../support/records/statements.ts';

const app = await freshApp({
  contentDir: projectOf({
    'content/mark.ts': `export default defineCollection({
      name: 'mark', label: 'Mark', path: '/v1/mark', audit: 'full',
      fields: { num: integer({ indexed: true }), word: text({ max: 20, indexed: true }) },
      access: { read: everyone, create: login, update: login, delete: login },
    });`,
  }),
});
const own = new RecordsScope(app.server.store.placeOf(systemContext('test'))).records;

interface Mark {
  readonly id: number;
  readonly num: number | null;
  readonly word: string | null;
}

/** Ties, nulls and both ends of every bound below. */
const numbers = [3, 1, null, 2, 3, 5, 4, 3, null, 1, 6, 2];
let all: Mark[] = [];

before(async () => {
  const records = numbers.map((num) => ({ num, word: num === null ? null : `w${num}` }));
  const ids = await makeRecords(app, 'mark', records);
  all = records.map((record, place) => ({ id: Number(ids[place]), ...record }));
});

const bounds: readonly [filter: string, holds: (mark: Mark) => boolean][] = [
  ['filter[num][gte]=2', ({ num }) => num !== null && num >= 2],
  ['filter[num][gt]=2', ({ num }) => num !== null && num > 2],
  ['filter[num][lte]=4', ({ num }) => num !== null && num <= 4],
  ['filter[num][lt]=4', ({ num }) => num !== null && num < 4],
  ['filter[num][gte]=2&filter[num][lt]=5', ({ num }) => num !== null && num >= 2 && num < 5],
  ['filter[word][gte]=w2&filter[num][lte]=5', ({ num }) => num !== null && num >= 2 && num <= 5],
  ['filter[id][gte]=2&filter[id][lte]=11', ({ id }) => id >= 2 && id <= 11],
];
const orders = ['num', '-num', 'word,-id', 'id', '-id'] as const;

const keyOf = ({ id, num, word }: Mark, order: (typeof orders)[number]) =>
  ({
    num: [num ?? -1, id],
    '-num': [-(num ?? -1), -id],
    'word,-id': [word ?? '', -id],
    id: [id],
    '-id': [-id],
  })[order];

function sorted(records: readonly Mark[], order: (typeof orders)[number]): number[] {
  const compare = (one: Mark, other: Mark) => {
    const [left, right] = [keyOf(one, order), keyOf(other, order)];
    const place = left.findIndex((part, at) => part !== right[at]);
    return (left[place] ?? 0) < (right[place] ?? 0) ? -1 : 1;
  };
  return records.toSorted(compare).map(({ id }) => id);
}

const idsOf = ({ items }: Page<Mark>) => items.map(({ id }) => id);

/** All records by cursors; each page is found again from the one behind it. */
async function idsByPage(query: string): Promise<number[]> {
  const read = (place: string) => app.root.read<Page<Mark>>(`/v1/mark?${query}&count=2${place}`);
  let page = await read('');
  const ids = idsOf(page);
  for (let pages = 0; page.next !== null; pages += 1) {
    assert.ok(pages < numbers.length, 'the list has an end');
    const before = idsOf(page);
    page = await read(`&after=${page.next}`);
    ids.push(...idsOf(page));
    assert.deepEqual(idsOf(await read(`&before=${page.previous}`)), before);
  }
  return ids;
}

describe('a bound on a column that the list is sorted by', () => {
  for (const [filter, holds] of bounds)
    for (const order of orders)
      it(`${filter} with ${order} keeps every page`, async () => {
        const wanted = sorted(all.filter(holds), order);
        const query = `sort=${order}&${filter}`;
        assert.deepEqual(await idsByPage(query), wanted);
        const { text } = await app.root.get(`/v1/mark/export?format=jsonl&${query}`);
        const exported = text
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as Mark).id);
        assert.deepEqual(exported, wanted);
      });

  it('is found by own code, page by page and record by record', async () => {
    const where = { num: { gte: 2, lte: 5 } };
    const wanted = sorted(
      all.filter(({ num }) => num !== null && num >= 2 && num <= 5),
      'num',
    );
    const paged: unknown[] = [];
    let after: string | null | undefined;
    while (after !== null && paged.length <= numbers.length) {
      const { records, next } = await own.page('mark', { where, sort: 'num', size: 2, after });
      paged.push(...records.map(({ id }) => Number(id)));
      after = next;
    }
    assert.deepEqual(paged, wanted);
    const each = await Array.fromAsync(own.each('mark', { ...where, id: { gte: 2n } }), ({ id }) =>
      Number(id),
    );
    assert.deepEqual(
      each,
      wanted.filter((id) => id >= 2).toSorted((one, other) => one - other),
    );
  });
});

/** SQLite searches an index by the first of several bounds on one side: the cursor's leaves fewer records to be read. */
describe('the bound of a cursor', () => {
  for (const [order, filter, bound] of [
    ['num', 'filter[num][gte]=1', /"num" > \S+ and "num" >= /],
    ['-num', 'filter[num][lte]=6', /"num" < \S+ and "num" <= /],
    ['id', 'filter[id][gte]=1', /"id" > \S+ and "id" >= /],
  ] as const)
    it(`stands before ${filter} in a list by ${order}`, async () => {
      const query = `/v1/mark?sort=${order}&${filter}&count=2`;
      const { next } = await app.root.read<Page<Mark>>(query);
      const statements = await readStatements(app, () => app.root.read(`${query}&after=${next}`));
      const plain = statements.map((sql) => sql.replaceAll(/[`()]/g, (mark) => (mark === '`' ? '"' : '')));
      assert.ok(
        plain.some((sql) => bound.test(sql)),
        plain.join('\n'),
      );
    });
});
