import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { countReads } from '../support/records/novels.ts';
import { tiedApp } from '../support/records/ties.ts';

const app = await tiedApp();
const { make, remove } = app;

interface Essay {
  readonly title: string;
  readonly topics: readonly number[];
  readonly expanded?: { readonly topics?: readonly { readonly id: number; readonly name: string }[] };
}
const list = async (query: string) => await app.root.list<Essay>(`/v1/essay?${query}`);
const titles = async (query: string) => (await list(query)).map(({ title }) => title);

let topics: number[] = [];
before(async () => {
  topics = [];
  for (const name of ['river', 'road', 'sea']) topics.push(await make('topic', { name }));
  const [river, road, sea] = topics;
  await make('essay', { title: 'both', topics: [sea, river] });
  await make('essay', { title: 'one', topics: [road] });
  await make('essay', { title: 'none' });
  await remove('essay', await make('essay', { title: 'gone', topics }));
});

describe('a filter over many references', () => {
  it('meets records that hold one which meets it', async () => {
    const [river, road, sea] = topics;
    assert.deepEqual(await titles(`filter[topics][eq]=${river}`), ['both']);
    assert.deepEqual(await titles(`filter[topics][in]=${road},${sea}`), ['both', 'one']);
    assert.deepEqual(await titles('filter[topics][name][starts]=r'), ['both', 'one']);
    assert.deepEqual(await titles('filter[topics][name][eq]=lake'), []);
    assert.deepEqual(await titles('filter[topics][null]=true'), ['none']);
    assert.deepEqual(await titles('filter[topics][null]=false'), ['both', 'one']);
    assert.deepEqual(await titles(`filter[and][0][topics][eq]=${river}&filter[and][1][topics][eq]=${sea}`), [
      'both',
    ]);
  });

  it('means one reference that meets all of its conditions; several are named by and', async () => {
    const [river, road, sea] = topics;
    assert.deepEqual(await titles(`filter[topics][eq]=${river}&filter[topics][in]=${road},${sea}`), []);
    assert.deepEqual(await titles(`filter[topics][eq]=${river}&filter[topics][name][eq]=sea`), []);
    assert.deepEqual(await titles(`filter[topics][eq]=${sea}&filter[topics][name][starts]=s`), ['both']);
    assert.deepEqual(
      await titles(`filter[and][0][topics][eq]=${river}&filter[and][1][topics][name][eq]=sea`),
      ['both'],
    );
  });

  it('excludes the records that hold one, also by what the records behind it are', async () => {
    const [river, road, sea] = topics;
    assert.deepEqual(await titles(`filter[topics][ne]=${river}`), ['one', 'none']);
    assert.deepEqual(await titles(`filter[topics][nin]=${road},${sea}`), ['none']);
    assert.deepEqual(await titles(`filter[topics][eq]=${river}&filter[topics][ne]=${sea}`), []);
    assert.deepEqual(await titles(`filter[topics][eq]=${road}&filter[topics][ne]=${sea}`), ['one']);
    assert.deepEqual(await titles('filter[topics][ne]=0'), ['both', 'one', 'none']);
    assert.deepEqual(await titles('filter[not][topics][name][eq]=river'), ['one', 'none']);
    assert.deepEqual(await titles('filter[topics][name][ne]=river'), ['both', 'one']);
    assert.deepEqual(await titles('filter[not][not][topics][name][starts]=r'), ['both', 'one']);
    assert.deepEqual(await titles('filter[not][or][0][title][eq]=none&filter[not][or][1][title][eq]=one'), [
      'both',
    ]);
  });

  it('is refused where it makes no sense', async () => {
    for (const query of [
      'filter[topics][contains]=1',
      'filter[topics][eq]=x',
      'filter[topics][nothing][eq]=1',
      'filter[topics][null]=true&filter[topics][eq]=1',
      'filter[not][topics][eq]=x',
      'filter[not][topics]=1',
      'sort=topics',
    ]) {
      const answer = await app.root.get(`/v1/essay?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], query);
      assert.match(String(answer.body.message), /topics/);
    }
  });
});

describe('many references, expanded', () => {
  it('are the records in the order of their ids, with one statement for all records', async () => {
    const query = 'expand=topics&fields=title,topics,topics.name';
    const [both, one, none] = await list(query);
    assert.deepEqual(
      both?.expanded?.topics?.map(({ name }) => name),
      ['sea', 'river'],
    );
    assert.deepEqual(one?.expanded?.topics, [{ id: topics[1], name: 'road' }]);
    assert.deepEqual(none?.expanded?.topics, []);
    const forOne = await countReads(app, () => list('count=1&sort=-title&expand=topics'));
    const forAll = await countReads(app, () => list('sort=-title&expand=topics'));
    assert.equal(forAll, forOne);
  });
});
