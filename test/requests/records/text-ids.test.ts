import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { ask, dataOf } from '../../support/graphql/asking.ts';
import { openClient } from '../../support/library-client.ts';

const contentDir = 'test/content/text-ids';
const graphql = await freshApp({ language: 'en', contentDir, graphql: true });
const { app, base, Quire } = await openClient(contentDir);
const { root, nobody } = app;
const member = await app.person();
/** Codes that look like other things, or must be written with care in a path. */
const CODES = ['1', 'a/b', 'ü ?#%', 'new', "o'brien", 'x'.repeat(40)] as const;
for (const { root: writer } of [graphql, app]) {
  for (const [index, code] of CODES.entries())
    await writer.make('/v1/note', { code, title: `T${index}`, follows: CODES[index - 1] ?? null });
  await writer.make('/v1/note', { code: 'hidden', title: 'Hidden', follows: '1' });
}

interface Coded {
  readonly id: string;
  readonly title: string;
}
const CODED = '/api/v1/coded';
const idsOf = async (who: Client, query: string) =>
  (await who.list<Coded>(`${CODED}?${query}`)).map(({ id }) => id);
const SORTED = [...CODES].toSorted();

describe('records whose ids are texts', () => {
  it('are read by them', async () => {
    for (const [index, id] of CODES.entries()) {
      const { status, body } = await nobody.get(`${CODED}/${encodeURIComponent(id)}`);
      assert.deepEqual([status, body], [200, { id, title: `T${index}` }]);
    }
    for (const id of ['A/B', '2', '01', 'hidden', '%', "' or 1=1 --", 'y'.repeat(201)])
      assert.equal((await nobody.get(`${CODED}/${encodeURIComponent(id)}`)).status, 404, id);
  });

  it('are filtered and sorted by them', async () => {
    for (const [query, ids] of [
      ['sort=id', SORTED],
      ['sort=-id', SORTED.toReversed()],
      ['filter[id][eq]=a/b', ['a/b']],
      ['filter[id][in]=1,new&sort=id', ['1', 'new']],
      ['filter[id][starts]=o', ["o'brien"]],
      ['filter[id][gt]=n&filter[id][lt]=p&sort=id', ['new', "o'brien"]],
      ['filter[id][eq]=hidden', []],
    ] as const)
      assert.deepEqual(await idsOf(nobody, query), ids, query);
  });

  it('are paged by them, onwards, backwards and around one', async () => {
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await nobody.get(`${CODED}?sort=title&count=2${after && `&after=${after}`}`);
      seen.push(...(body.items as Coded[]).map(({ id }) => id));
      if (body.next === null) break;
      after = String(body.next);
    }
    assert.deepEqual(seen, CODES);
    const { body } = await nobody.get(`${CODED}?around=new&count=3&sort=id`);
    assert.deepEqual(
      (body.items as Coded[]).map(({ id }) => id),
      SORTED.slice(SORTED.indexOf('new') - 1, SORTED.indexOf('new') + 2),
    );
    const back = await nobody.get(`${CODED}?before=${body.previous}&count=10&sort=id`);
    assert.deepEqual(
      (back.body.items as Coded[]).map(({ id }) => id),
      SORTED.slice(0, SORTED.indexOf('new') - 1),
    );
    assert.equal((await nobody.get(`${CODED}?around=hidden`)).status, 404);
  });

  it('are referred to by them, as far as the reader may see both', async () => {
    const [one] = await member.list<{ follows: string; expanded: unknown }>(
      `${CODED}?filter[id][eq]=a/b&expand=follows`,
    );
    assert.deepEqual(
      [one?.follows, one?.expanded],
      ['1', { follows: { id: '1', title: 'T0', follows: null } }],
    );
    assert.deepEqual(await idsOf(member, 'filter[follows][title][eq]=T0'), ['a/b']);
    assert.deepEqual(await idsOf(member, 'filter[follows][eq]=new'), ["o'brien"]);
    assert.deepEqual(await idsOf(member, 'filter[follows][in]=1,new&sort=id'), ['a/b', "o'brien"]);
    assert.ok((await nobody.get(`${CODED}?filter[follows][eq]=1`)).status >= 400);
    assert.ok(!(await nobody.get(`${CODED}?expand=follows`)).text.includes('"follows"'));
  });

  it('are described as texts', async () => {
    const { body } = await root.get('/api/openapi.json');
    const text = JSON.stringify(body);
    assert.match(text, /"id":\{"type":"string"/);
    const { body: about } = await root.get('/api/cms/definition/coded');
    assert.equal(
      (about.fields as { name: string; kind: string }[]).find(({ name }) => name === 'id')?.kind,
      'text',
    );
  });

  it('are exported, added up and read by GraphQL, the typed client and own code', async () => {
    const { text } = await nobody.get(`${CODED}/export?format=csv&fields=id&sort=id`);
    assert.deepEqual(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((cell) => cell.replaceAll('"', '')),
      SORTED,
    );
    const { body } = await member.get(`${CODED}/aggregate?select=count&group=follows`);
    assert.equal((body.items as unknown[]).length, CODES.length);
    const { coded_list, coded } = await dataOf(
      graphql.root,
      '{ coded_list(filter: { id: { eq: "a/b" } }) { nodes { id follows { id title } } } coded(id: "a/b") { title } }',
    );
    assert.deepEqual(coded_list.nodes, [{ id: 'a/b', follows: { id: '1', title: 'T0' } }]);
    assert.equal(coded.title, 'T1');
    for (const id of ['.', '..', '../note/1', '']) {
      const { data } = await ask(graphql.root, `{ coded(id: "${id}") { id title } }`);
      assert.equal(data.coded, null, id);
    }
    const client = new Quire({ base });
    await client.signIn('root', PASSWORD);
    const records = client.collections.coded as unknown as Readonly<
      Record<string, (...values: unknown[]) => Promise<Coded & { items: Coded[] }>>
    >;
    assert.equal((await records.get?.('ü ?#%'))?.title, 'T2');
    assert.deepEqual(
      (await records.list?.({ sort: 'id', count: 1 }))?.items.map(({ id }) => id),
      ['1'],
    );
  });
});
