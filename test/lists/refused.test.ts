import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords, type Novels } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();
await makeRecords(app, 'novel', [{ title: 'found' }]);

const refused: Readonly<Record<string, string>> = {
  // names that are unknown, or that nobody may know of
  'filter[titel][eq]=x': 'filter.titel',
  'filter[is_deleted][eq]=true': 'filter.is_deleted',
  'filter[create_user_id][eq]=1': 'filter.create_user_id',
  'filter[author][pin][starts]=1': 'filter.author.pin',
  'filter[author][nothing][eq]=1': 'filter.author.nothing',
  'filter[author][agent][phone][starts]=1': 'filter.author.agent',
  'filter[or][0][author][agent][phone][starts]=1': 'filter.or.0.author.agent',
  'sort=author.pin': 'author.pin',
  'sort=blurb': 'blurb',
  'fields=title,pin': 'pin',
  'fields=author.name': 'author',
  'fields=author.pin&expand=author': 'author.pin',
  'expand=title': 'title',
  'expand=author.agent': 'author.agent',
  'expand=author.mentor.mentor.mentor': 'expand',
  // values that the field does not take
  'filter[price][eq]=1e3': 'filter.price.eq',
  'filter[copies][lt]=many': 'filter.copies.lt',
  'filter[id][eq]=x': 'filter.id.eq',
  'filter[rating][in]=1,x': 'filter.rating.in',
  'filter[sold][eq]=yes': 'filter.sold.eq',
  'filter[sold][lt]=true': 'filter.sold.lt',
  'filter[rating][contains]=1': 'filter.rating.contains',
  'filter[title][null]=1': 'filter.title.null',
  // places that no list has answered
  ...Object.fromEntries(
    (
      [
        ['create_time', 1.5],
        ['create_time', 1e300],
        ['rating', 1.5],
        ['rating', '1'],
        ['sold', 1],
        ['price', '1.5'],
        ['price', '1e5'],
        ['price', '99999999999999999.99'],
        ['price', `${'9'.repeat(18)}.${'9'.repeat(18)}`],
        ['copies', '9223372036854775808n'],
        ['title', '\0'],
        ['title', '\ud800'],
      ] as const
    ).map(([field, value]) => {
      const place = Buffer.from(JSON.stringify([value, '1n'])).toString('base64url');
      return [`sort=${field}&after=${place}`, 'after'];
    }),
  ),
  // what is no filter
  'filter=x': 'filter',
  'filter[title]=x': 'filter.title',
  'filter[title][like]=x': 'filter.title.like',
  'filter[title][eq][x]=1': 'filter.title.eq',
  'filter[title][eq]=a&filter[title][eq]=b': 'filter',
  'filter[title]=a&filter[title][eq]=b': 'filter',
  'filter[or][title][eq]=a': 'filter.or',
  'filter[or][1][title][eq]=a': 'filter.or',
  'filter[or]=a': 'filter.or',
  'filter[0][title][eq]=a': 'filter',
  'filter[][eq]=a': 'filter',
  'filter[title][eq]x=a': 'filter',
  'filter[title=a': 'filter',
  filter: 'filter',
  // names that reach into prototypes
  'filter[__proto__][eq]=a': '__proto__',
  'filter[constructor][prototype][eq]=a': 'constructor',
  'filter[author][__proto__][eq]=a': '__proto__',
  'sort=__proto__': '__proto__',
  'expand=constructor': 'constructor',
  '__proto__[x]=1': '__proto__',
  // too much
  [`filter${'[and][0]'.repeat(20)}[title][eq]=a`]: 'filter',
  'filter[author][mentor][mentor][mentor][name][eq]=a': 'filter.author.mentor.mentor',
  [`filter[rating][in]=${Array.from({ length: 1001 }, (_, index) => index)}`]: 'filter.rating.in',
  [Array.from({ length: 101 }, (_, index) => `filter[or][${index}][rating][eq]=1`).join('&')]: 'filter',
  [`q=${'word '.repeat(9)}`]: 'q',
  [Array.from({ length: 9 }, (_, index) => `filter[or][${index}][title][contains]=${index}`).join('&')]:
    'filter',
  [Array.from({ length: 9 }, (_, index) => `filter[and][${index}][title][ncontains]=${index}`).join('&')]:
    'filter',
  [`q=one two three four&${Array.from({ length: 5 }, (_, index) => `filter[and][${index}][title][starts]=${index}`).join('&')}`]:
    'filter',
  'q=a%00b': 'q',
  'sort=id,title,rating,copies,price': 'sort',
  [`expand=${'author,'.repeat(300)}`]: 'expand',
};

describe('a list refuses, by name,', () => {
  for (const [query, name] of Object.entries(refused)) {
    it(query.slice(0, 80), async () => {
      const answer = await member.get(`/v1/novel?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text);
      assert.ok(String(answer.body.message).includes(name), answer.text);
    });
  }

  for (const [query, near] of Object.entries({
    'filter[titel][eq]=x': 'title',
    'filter[author][nam][eq]=x': 'name',
    'sort=-ratin': 'rating',
    'fields=titles': 'title',
    'expand=autor': 'author',
  }))
    it(`${query}, and names what was probably meant`, async () => {
      const answer = await member.get(`/v1/novel?${query}`, { headers: { 'accept-language': 'en' } });
      assert.equal(answer.status, 400);
      assert.match(answer.text, new RegExp(`did you mean '${near}'`));
    });

  it('a misspelt name without a word about fields that are hidden, and within a moment if it is long', async () => {
    const hidden = await member.get('/v1/novel?filter[author][pim][eq]=1');
    assert.equal(hidden.status, 400);
    assert.doesNotMatch(hidden.text, /pin/);
    const long = await member.get(`/v1/novel?filter[${'titel'.repeat(1000)}][eq]=1`);
    assert.equal(long.status, 400);
  });

  it('an operator, and names those of the field alone', async () => {
    const { text } = await member.get('/v1/novel?filter[released][like]=1');
    assert.match(text, /gte/);
    assert.doesNotMatch(text, /near|within|contains/);
  });

  it('a hundred thousand parameters, in reasonable time', async () => {
    const query = Array.from({ length: 100_000 }, (_, index) => `filter[or][${index}][rating][eq]=1`).join(
      '&',
    );
    const answer = await member.get(`/v1/novel?${query}`);
    assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
    assert.ok(answer.text.length < 1000);
  });

  it('a search of a collection that has no searchable field', async () => {
    const answer = await app.nobody.get('/v1/country?q=a');
    assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
    assert.match(answer.text, /q/);
  });
});

describe('a search', () => {
  it('finds records that hold every word in some searchable field, in small letters or capitals', async () => {
    await makeRecords(app, 'novel', [
      { title: 'War and PEACE', blurb: 'a long tale' },
      { title: 'Peace', blurb: '战争与和平 50% _x_' },
    ]);
    const titles = async (q: string) =>
      (await member.read<Novels>(`/v1/novel?fields=title&q=${encodeURIComponent(q)}`)).items.map(
        ({ title }) => title,
      );
    assert.deepEqual(await titles('peace'), ['War and PEACE', 'Peace']);
    assert.deepEqual(await titles('TALE peace'), ['War and PEACE']);
    assert.deepEqual(await titles('战争'), ['Peace']);
    assert.deepEqual(await titles('%'), ['Peace']);
    assert.deepEqual(await titles('peace nothing'), []);
    assert.equal((await titles(' ')).length, 3, 'no word asks for nothing');
  });
});

describe('a path with a NUL', () => {
  for (const [path, status] of [
    ['/assets/a%00b', 404],
    ['/assets/2024/10/%00.png', 404],
    ['/lin3/assets/%00/b/c', 404],
    ['/assets/aa/%00.png', 404],
    ['/cms/definition/%00', 404],
    ['/v1/novel/1%00', 400],
  ] as const)
    it(`is refused with ${status}: ${path}`, async () =>
      assert.equal((await app.root.get(path)).status, status));
});
