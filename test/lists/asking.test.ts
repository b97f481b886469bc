import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BASES } from '../support/bases.ts';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/kinds' });
const { nobody } = app;

/** Holds the first of two records; the second has nothing that it need not have. */
const full = {
  title: 'full',
  slug: 'full',
  notes: 'some notes',
  body: '<b>bold</b>',
  source: '*text*',
  legs: 4,
  weight: '1.0050',
  serial: '9007199254740993',
  alive: true,
  state: 'broken',
  seen_at: 1_700_000_000_000,
  found_on: '2024-02-29',
  finder: 'A@example.org',
  page: 'https://example.org/',
  place: '52.52,13.405',
};
before(async () => {
  await nobody.make('/v1/specimen', full);
  await nobody.make('/v1/specimen', { title: 'bare', slug: 'bare', state: 'whole', alive: false });
});

async function found(filter: string): Promise<string> {
  const answer = await nobody.get<{ items: { title: string }[] }>(
    `/v1/specimen?sort=title&fields=title&filter${filter}`,
  );
  assert.equal(answer.status, 200, `${filter}: ${answer.text}`);
  return answer.body.items.map(({ title }) => title[0]).join('');
}

const nothing = [
  // lengths, patterns, formats and words that the field would not take
  '[title][eq]=',
  `[title][eq]=${'x'.repeat(300)}`,
  '[title][eq]=%00',
  '[title][in]=full%00,nothing',
  '[title][contains]=f%00',
  '[title][starts]=%00',
  '[title][ends]=%00',
  '[title][ends]=ful',
  `[title][ends]=x${'full'}`,
  '[title][ends]=FULL',
  '[slug][ends]=-',
  '[state][ends]=lost',
  '[found_on][ends]=-30',
  '[slug][eq]=Not a Slug!',
  '[slug][starts]=-',
  `[notes][eq]=${'x'.repeat(300)}`,
  '[body][eq]=<script>1</script>',
  '[source][eq]=<b>html</b>',
  '[state][eq]=lost',
  '[state][in]=lost,found',
  '[state][starts]=lost',
  '[state][contains]=x',
  '[state][gt]=zzz',
  '[finder][eq]=nobody',
  '[finder][eq]=',
  '[page][eq]=ftp://example.org/',
  '[page][in]=javascript:1,x',
  // numbers beyond every record, and between those that records may hold
  '[legs][eq]=2147483648',
  '[legs][eq]=4.5',
  '[legs][gt]=9223372036854775808',
  '[legs][lt]=-9223372036854775809',
  `[legs][gte]=${'9'.repeat(60)}`,
  '[weight][eq]=1.00500001',
  '[weight][in]=1.00501,1.004999',
  '[weight][eq]=123456789012345678901234567890',
  '[weight][gt]=1.00500001',
  '[weight][lt]=1.00499999',
  '[serial][eq]=9007199254740992',
  '[serial][eq]=9223372036854775808',
  '[serial][lt]=-9223372036854775809',
  '[serial][gt]=9223372036854775807',
  '[seen_at][eq]=8640000000000001',
  '[seen_at][gt]=99999999999999999999',
  '[id][eq]=0',
  '[id][eq]=-1',
  '[id][in]=0,9223372036854775808',
  '[parent_id][eq]=0',
  '[parent_id][eq]=99999999999999999999',
  // days and places
  '[found_on][eq]=1800-01-01',
  '[found_on][gt]=12024-01-01',
  '[found_on][lt]=-2024-01-01',
  '[found_on][lt]=0000-01-01',
  '[place][eq]=52.52000000001,13.405',
  '[place][in][0]=52.520000000001,13.405',
];
const both = [
  '[state][ne]=lost',
  '[title][ne]=%00',
  '[title][nin]=a,b',
  '[title][ncontains]=%00',
  '[legs][ne]=2147483648',
  '[weight][ne]=1.00500001',
  '[weight][nin]=1.00501',
  '[found_on][ne]=12024-01-01',
  '[place][ne]=52.520000000001,13.405',
  '[parent_id][ne]=0',
  '[legs][lt]=99999999999999999999',
  '[title][contains]=',
  '[title][starts]=',
  '[title][ends]=',
  '[title][gt]=%00',
];
const first = [
  '[weight][gt]=1.00499999',
  '[weight][gte]=1.00499999',
  '[weight][lt]=1.00500001',
  '[weight][lte]=1.00500001',
  '[weight][gt]=-1.00500001',
  '[weight][lt]=999999999999999999999999',
  '[weight][eq]=0001.005',
  `[legs][eq]=${'0'.repeat(5000)}4`,
  '[weight][eq]=1.00500000',
  '[legs][gt]=3.5',
  '[legs][eq]=4.0',
  '[serial][lt]=9223372036854775808',
  '[serial][gt]=-9223372036854775809',
  '[serial][in]=0,9007199254740993,9223372036854775808',
  '[seen_at][lt]=99999999999999999999',
  '[found_on][lt]=12024-01-01',
  '[found_on][gt]=-2024-01-01',
  '[found_on][gte]=%2B2024-02-29',
  '[title][starts]=full',
  '[title][ends]=full',
  '[title][ends]=ll',
  '[body][ends]=</b>',
  '[state][ends]=oken',
  '[found_on][ends]=-29',
  '[page][ends]=/',
  '[title][in]=full,%00',
  '[title][gt]=e%00',
  '[title][lt]=full',
  '[finder][eq]=A@EXAMPLE.org',
  '[state][in]=lost,broken',
  '[state][lt]=c',
];

describe('a list that asks for a value that no record can hold', () => {
  for (const filter of nothing)
    it(`finds nothing: ${filter}`, async () => assert.equal(await found(filter), ''));

  for (const filter of both)
    it(`finds every record: ${filter}`, async () => assert.equal(await found(filter), 'bf'));
});

describe('a value has its place in the order, whether or not a record can hold it:', () => {
  for (const filter of first)
    it(filter, async () => assert.equal(await found(filter), filter === '[title][lt]=full' ? 'b' : 'f'));
});

describe('only what no value of the type can be is refused, by name:', () => {
  for (const filter of [
    '[legs][eq]=many',
    `[legs][eq]=${'0'.repeat(5000)}x`,
    '[legs][in]=1,x',
    '[legs][eq]=',
    '[weight][eq]=1e3',
    '[weight][gt]=1,5',
    '[serial][eq]=0x10',
    '[alive][eq]=yes',
    '[alive][ne]=1',
    '[seen_at][gt]=2024-01-01',
    '[found_on][eq]=2027-02-30',
    '[found_on][gt]=12027-02-30',
    '[found_on][eq]=today',
    '[place][eq]=91,0',
    '[parent_id][eq]=mine',
    '[id][eq]=x',
  ])
    for (const base of BASES)
      it(`${base || '/'} ${filter}`, async () => {
        const answer = await nobody.get(`${base}/v1/specimen?filter${filter}`);
        assert.equal(answer.status, 400, answer.text);
        const named = filter.replace(/=.*/, '').replaceAll('][', '.').replace(/[[\]]/g, '');
        assert.ok(answer.text.includes(`filter.${named}`), answer.text);
      });
});

it('every base finds nothing where nothing can match', async () => {
  for (const base of BASES)
    for (const filter of ['[state][eq]=lost', '[weight][eq]=1.00501', '[id][in]=0', '[title][eq]=%00']) {
      const { status, text } = await nobody.get(`${base}/v1/specimen?filter${filter}`);
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /full|bare/);
    }
});

it('aggregates, exports, ranges and branches ask in the same way', async () => {
  const { total } = await nobody.read<{ total: number }>('/v1/specimen?total=true&filter[state][eq]=lost');
  assert.equal(total, 0);
  assert.equal((await nobody.get('/v1/specimen/export?format=csv&filter[state][eq]=lost')).status, 200);
  assert.equal((await nobody.get('/v1/specimen/aggregate?filter[legs][gt]=4.5')).status, 200);
  assert.equal((await nobody.get('/v1/specimen?sort=weight&from=1.00499999')).status, 200);
  assert.equal((await nobody.get('/v1/specimen?sort=-serial&from=99999999999999999999')).status, 200);
  assert.equal(await found(`[parent_id][title][eq]=${'x'.repeat(300)}`), '');
});

it('a day that the calendar lacks is told apart from what is no date', async () => {
  const answer = await nobody.get('/v1/specimen?filter[found_on][eq]=2027-02-30');
  assert.match(answer.text, /noSuchDay/);
  assert.match((await nobody.get('/v1/specimen?filter[found_on][eq]=soon')).text, /notADate/);
  const stored = await nobody.ask('POST /v1/specimen', { title: 'x', found_on: '2027-02-30' });
  assert.match(stored.text, /noSuchDay/);
});
