import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();
const lines: string[] = [];
app.server.store.advice.listen((line) => lines.push(line));

/** What is said the first and the second time that a list is asked for. */
async function advised(query: string): Promise<string[]> {
  lines.length = 0;
  for (let turn = 0; turn < 2; turn += 1) await member.read(`/v1/novel?${query}&count=${turn + 1}`);
  return lines.map((line) => /'(\w+)'.*(\[\[.*)/.exec(line)?.slice(1).join(' ') ?? line);
}

describe('a list of few records', () => {
  it('needs no index', async () => {
    assert.deepEqual(await advised('sort=price'), []);
    assert.deepEqual(await advised('filter[author][create_time][gt]=5'), []);
  });
});

describe('a list that no index serves', () => {
  before(async () => {
    await makeRecords(app, 'author', Array(1001).fill({ name: 'Ann', pin: '1234' }));
    await makeRecords(app, 'novel', Array(1001).fill({ title: 'one of many' }));
  });

  for (const [query, missing] of Object.entries({
    'sort=price': "novel [['price']]",
    'sort=released,-title': "novel [['released', 'title']]",
    'filter[sold][eq]=true': "novel [['sold']]",
    'filter[released][lt]=5': "novel [['released']]",
    'filter[state][eq]=live&sort=title': "novel [['state', 'title']]",
    'filter[state][eq]=live&sort=title,-rating': "novel [['state', 'title', 'rating']]",
    'filter[or][0][title][eq]=a&filter[or][1][update_time][gt]=5': "novel [['update_time']]",
    'filter[author][create_time][gt]=5': "author [['create_time']]",
  })) {
    it(`${query} is reported once, with the index`, async () => {
      assert.deepEqual(await advised(query), [missing]);
    });
  }
});

describe('a list that an index serves', () => {
  for (const query of [
    '',
    'sort=-id',
    'sort=-title',
    'sort=rating&filter[rating][gt]=3',
    'filter[state][eq]=live',
    'filter[state][eq]=live&filter[sold][eq]=true&sort=id',
    'filter[title][starts]=a',
    'filter[copies][in]=1,2,3',
    'filter[author][eq]=1',
    'filter[author][country][eq]=1',
    'filter[author][name][starts]=a',
    'filter[id][eq]=5&sort=title',
    'filter[title][contains]=no index serves this',
    'q=nor this',
  ]) {
    it(`${query} is not worth a word`, async () => {
      assert.deepEqual(await advised(query), []);
    });
  }
});
