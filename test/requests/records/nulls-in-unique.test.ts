import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/nulls' });
const TAKEN = [400, 10060];
const make = (values: object) => app.root.outcome('POST /v1/page', values);

describe('a unique group in which nulls are equal', () => {
  it('is unique at the top of a tree, below each parent, and in each language', async () => {
    const top = await app.root.make('/v1/page', { slug: 'about' });
    assert.deepEqual(await make({ slug: 'about' }), TAKEN);
    assert.deepEqual(await make({ slug: 'about', parent: null, language: null }), TAKEN);
    for (const values of [
      { slug: 'about', language: 'en' },
      { slug: 'about', parent: top },
      { slug: 'about', parent: top, language: 'en' },
      { slug: 'other' },
    ]) {
      assert.deepEqual(await make(values), [201, 1], JSON.stringify(values));
      assert.deepEqual(await make(values), TAKEN, JSON.stringify(values));
    }
    assert.deepEqual(await make({ slug: 'about', language: '' }), [201, 1], 'an empty text is a value');
  });

  it('holds for changes, many records of one request, and records from the trash', async () => {
    const id = await app.root.make('/v1/page', { slug: 'free', language: 'fr' });
    await app.root.make('/v1/page', { slug: 'free' });
    assert.deepEqual(await app.root.outcome(`PATCH /v1/page/${id}`, { language: null }), TAKEN);
    assert.deepEqual(await app.root.outcome(`PATCH /v1/page/${id}`, { slug: 'free' }), [200, 2]);
    const items = [1, 2].map(() => ({ action: 'create', values: { slug: 'bulk' } }));
    assert.equal((await app.root.ask('POST /v1/page/bulk', { items })).status, 400);
    const gone = await app.root.make('/v1/page', { slug: 'gone' });
    await app.root.done(`DELETE /v1/page/${gone}`);
    assert.deepEqual(await make({ slug: 'gone' }), [201, 1]);
    assert.equal((await app.root.ask(`POST /v1/page/trash/${gone}/restore`)).status, 409);
  });

  it('holds for imports, also where they are only tried', async () => {
    const { beginInTurn, settled } = importsInto(app, '/v1/page');
    for (const query of ['dry_run=true', ''])
      for (const [csv, created, refused] of [
        ['slug\nimported\nimported\n', 1, 1],
        ['slug,parent\nabout,\n', 0, 1],
      ] as const) {
        const answer = await beginInTurn(query, csv);
        const done = await settled(answer.body.id);
        assert.deepEqual([done.created, done.refused], [created, refused], query + csv);
      }
  });

  it('is the key of an upsert, null included', async () => {
    const upsert = (values: object) => app.root.outcome('PATCH /v1/page?by=parent,slug,language', values);
    const values = { parent: null, slug: 'upserted', language: null };
    assert.deepEqual(await upsert(values), [201, 1]);
    assert.deepEqual(await upsert({ ...values, place: 'x' }), [200, 2]);
    assert.deepEqual(await upsert({ slug: 'upserted', language: null }), [400, 10030]);
    const items = await app.root.list<{ place: string }>('/v1/page?filter[slug][eq]=upserted');
    assert.deepEqual(
      items.map(({ place }) => place),
      ['x'],
    );
  });

  it('lets one of many requests at the same time pass', async () => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await make({ slug: 'race' })).join()),
    );
    assert.deepEqual(codes.toSorted(), ['201,1', ...Array(11).fill(TAKEN.join())]);
  });
});

describe('other unique groups', () => {
  it('never find null equal to null', async () => {
    for (const slug of ['n1', 'n2']) assert.deepEqual(await make({ slug, place: 'same' }), [201, 1]);
    const parent = await app.root.make('/v1/page', { slug: 'n3' });
    assert.deepEqual(await make({ slug: 'n4', parent, place: 'same' }), [201, 1]);
    assert.deepEqual(await make({ slug: 'n5', parent, place: 'same' }), TAKEN);
  });

  it('may name who created a record, so that each user has one', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const theme = (slug: string) => ({ slug, theme: 'dark' });
    assert.deepEqual(await one.outcome('POST /v1/page', theme('t1')), [201, 1]);
    assert.deepEqual(await one.outcome('POST /v1/page', theme('t2')), TAKEN);
    assert.deepEqual(await other.outcome('POST /v1/page', theme('t2')), [201, 1]);
    assert.equal((await other.ask('PUT /v1/page?by=theme,create_user_id', theme('t3'))).status, 400);
  });
});
