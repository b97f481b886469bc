import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { countReads, makeRecords, type Novel, type Novels } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });

const ann = await app.person();
const agentReader = await app.granted('agent.read');
const list = (query: string, token = ann.access) => app.as(token).read<Novels>(`/v1/novel?${query}`);
const titles = async (query: string, token = ann.access) =>
  (await list(query, token)).items.map(({ title }) => title);

let countries: bigint[] = [];
let authors: bigint[] = [];
let diaries: bigint[] = [];
before(async () => {
  countries = await makeRecords(app, 'country', [{ name: 'Poland' }, { name: 'Ireland' }]);
  const agents = await makeRecords(app, 'agent', [{ phone: '123' }]);
  authors = await makeRecords(app, 'author', [
    { name: 'Zola', country: countries[0], pin: '1234' },
    { name: 'Joyce', country: countries[1], agent: agents[0] },
  ]);
  authors.push(
    ...(await makeRecords(app, 'author', [{ name: 'Beckett', country: countries[1], mentor: authors[1] }])),
  );
  diaries = await makeRecords(app, 'diary', [{ entry: 'mine' }], BigInt(ann.id));
  diaries.push(...(await makeRecords(app, 'diary', [{ entry: 'not mine' }])));
  await makeRecords(app, 'novel', [
    { title: 'Work', author: authors[0], diary: diaries[0], rating: 5 },
    { title: 'Ulysses', author: authors[1], diary: diaries[1], rating: 4 },
    { title: 'Molloy', author: authors[2], rating: 4 },
    { title: 'Beowulf' },
  ]);
});

describe('a filter through references', () => {
  it('follows them as far as they go', async () => {
    assert.deepEqual(await titles('filter[author][name][eq]=Joyce'), ['Ulysses']);
    assert.deepEqual(await titles('filter[author][country][name][starts]=Ire'), ['Ulysses', 'Molloy']);
    assert.deepEqual(await titles('filter[author][mentor][name][eq]=Joyce'), ['Molloy']);
    assert.deepEqual(await titles(`filter[author][eq]=${authors[0]}`), ['Work']);
    assert.deepEqual(await titles('filter[author][null]=true'), ['Beowulf']);
    assert.deepEqual(
      await titles('filter[author][name][ne]=Joyce'),
      ['Work', 'Molloy'],
      'an author of another name',
    );
    assert.deepEqual(
      await titles('filter[or][0][author][null]=true&filter[or][1][author][country][name][eq]=Poland'),
      ['Work', 'Beowulf'],
    );
  });

  it('meets only records that the caller sees', async () => {
    assert.deepEqual(await titles('filter[diary][entry][contains]=mine'), ['Work']);
    assert.deepEqual(await titles('filter[diary][entry][contains]=mine', app.root.access), [
      'Work',
      'Ulysses',
    ]);
    assert.deepEqual(await titles('filter[author][agent][phone][eq]=123', agentReader.access), ['Ulysses']);
    const refused = await ann.get('/v1/novel?filter[author][agent][phone][eq]=123');
    assert.deepEqual(
      [refused.status, refused.body.code],
      [400, 10030],
      'also where another caller was just answered',
    );
  });
});

describe('an expanded reference', () => {
  const expanded = async (query: string, token = ann.access) =>
    (await list(query, token)).items.map((novel) => novel.expanded as Record<string, Novel | null>);

  it('shows what it refers to, level by level, and keeps the field an id', async () => {
    const [novel] = (await list('expand=author.country,diary&filter[title][eq]=Work')).items;
    const { author: shown } = (novel as Novel).expanded as Record<string, Novel>;
    const { create_time, update_time, ...author } = shown as Novel;
    assert.equal(novel?.author, Number(authors[0]));
    assert.equal(create_time, update_time);
    assert.deepEqual(
      { ...author, expanded: (author.expanded as Record<string, Novel>).country?.name },
      {
        id: Number(authors[0]),
        name: 'Zola',
        country: Number(countries[0]),
        mentor: null,
        agent: null,
        expanded: 'Poland',
      },
    );
  });

  it('shows nothing where nothing is referred to, or nothing that the caller sees', async () => {
    assert.deepEqual(
      (await expanded('expand=author,diary')).map(({ author, diary }) => [author?.name, diary?.entry]),
      [
        ['Zola', 'mine'],
        ['Joyce', undefined],
        ['Beckett', undefined],
        [undefined, undefined],
      ],
    );
    const seen = await expanded('expand=diary', app.root.access);
    assert.equal(seen[1]?.diary?.entry, 'not mine');
    assert.equal((await expanded('expand=author.agent', agentReader.access))[1]?.author?.name, 'Joyce');
    const refused = await ann.get('/v1/novel?expand=author.agent');
    assert.deepEqual([refused.status, refused.body.code], [400, 10030]);
    assert.match(refused.text, /author\.agent/);
  });

  it('costs one statement a reference and level, however many records there are', async () => {
    await makeRecords(
      app,
      'novel',
      Array.from({ length: 60 }, (_, index) => ({ title: `n${index}`, author: authors[index % 3] })),
    );
    const cost = (query: string) => countReads(app, () => list(query));
    await list('count=1');
    const plain = (await cost('count=2&expand=author')) - 1; // with the one that tells who asks
    for (const count of [5, 20, 60]) {
      assert.equal(await cost(`count=${count}&expand=author`), plain + 1);
      assert.equal(await cost(`count=${count}&expand=author.country,author.mentor`), plain + 3);
    }
  });

  it('shows of each level the fields that were asked for', async () => {
    const { items } = await list('fields=title,author.name&expand=author&filter[title][eq]=Ulysses');
    assert.deepEqual(items, [
      { id: items[0]?.id, title: 'Ulysses', expanded: { author: { id: Number(authors[1]), name: 'Joyce' } } },
    ]);
  });

  it('is shown of a single record as well', async () => {
    const [novel] = (await list('filter[title][eq]=Ulysses')).items;
    const get = (query: string, token = ann.access) =>
      app.as(token).get<Novel>(`/v1/novel/${novel?.id}?${query}`);
    const { body } = await get('expand=author&fields=title,author.name');
    assert.deepEqual(body, {
      id: novel?.id,
      title: 'Ulysses',
      expanded: { author: { id: Number(authors[1]), name: 'Joyce' } },
    });
    for (const query of ['expand=author.agent', 'fields=pin', 'as_of=1&fields=title'])
      assert.deepEqual([(await get(query)).status, (await get(query)).body.code], [400, 10030], query);
    const absent = await ann.get('/v1/novel/999999?fields=title');
    assert.deepEqual([absent.status, absent.body.code], [404, 10022]);
    const foreign = await ann.get(`/v1/diary/${diaries[1]}?fields=entry`);
    assert.deepEqual([foreign.status, foreign.body.code], [404, 10022]);
  });

  it('may be sent back with the record that it came with', async () => {
    const [novel] = (await list('expand=author&filter[title][eq]=Ulysses')).items;
    const { price, ...body } = novel as Novel;
    assert.equal(price, null);
    await ann.done(`PUT /v1/novel/${novel?.id}`, body);
  });
});

describe('deleted records', () => {
  it('are met by no filter and no expansion', async () => {
    const [author] = await makeRecords(app, 'author', [{ name: 'Gone' }]);
    await makeRecords(app, 'novel', [{ title: 'Orphan', author }]);
    await app.behind('update author set is_deleted = true where id = ?', author as bigint);
    assert.deepEqual(await titles('filter[author][name][eq]=Gone'), []);
    const { items } = await list('expand=author&filter[title][eq]=Orphan');
    assert.deepEqual(items[0]?.expanded, { author: null });
  });
});
