import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root, nobody } = app;
const writer = await app.person();
const reader = await app.person();
const knower = await app.granted('nook.beneath.read');

type Asker = Pick<Person, 'list'>;

// a, b, h, c and d stand below each other, in an order that their ids do not tell; h is hidden from all but the writer.
const ids: Record<string, number> = {};
for (const title of 'dhabc') ids[title] = await writer.make('/v1/page', { title, is_hidden: title === 'h' });
for (const [title, parent] of ['ba', 'hb', 'ch', 'dc'] as const)
  await writer.done(`PATCH /v1/page/${ids[title ?? '']}`, { parent: ids[parent ?? ''] });

const above = async (by: Asker, title: string, more = '') =>
  (await by.list<{ title: string }>(`/v1/page/${ids[title]}/ancestors${more}`))
    .map((record) => record.title)
    .join('');

describe('what is above a record', () => {
  for (const [title, byWriter, byReader] of [
    ['a', '', ''],
    ['b', 'a', 'a'],
    ['c', 'abh', ''],
    ['d', 'abhc', 'c'],
  ] as const)
    it(`${title}, from the top, as far as the caller may see`, async () => {
      assert.equal(await above(writer, title), byWriter);
      assert.equal(await above(reader, title), byReader);
    });

  it('of a hidden record is told to nobody else', async () => {
    assert.equal(await above(writer, 'h'), 'ab');
    for (const [id, person, status] of [
      [ids.h, reader, 404],
      [999_999, reader, 404],
      ['x', reader, 400],
      [ids.b, nobody, 401],
    ] as const)
      assert.equal((await person.get(`/v1/page/${id}/ancestors`)).status, status);
  });

  it('holds the fields that are asked for, and the parent', async () => {
    const items = await writer.list(`/v1/page/${ids.c}/ancestors?fields=title`);
    assert.deepEqual(items, [
      { id: ids.a, title: 'a', parent: null },
      { id: ids.b, title: 'b', parent: ids.a },
      { id: ids.h, title: 'h', parent: ids.b },
    ]);
  });

  it('is expanded, and tells what may be done', async () => {
    const [record] = await writer.list<{ expanded: object; can: { update: boolean } }>(
      `/v1/page/${ids.b}/ancestors?expand=children&can=1`,
    );
    assert.deepEqual([Object.keys(record?.expanded ?? {}), record?.can.update], [['children'], true]);
  });

  it('refuses what it does not know', async () => {
    for (const query of ['filter[title][eq]=a', 'sort=title', 'fields=nope', 'expand=nope'])
      assert.equal((await writer.get(`/v1/page/${ids.d}/ancestors?${query}`)).status, 400, query);
  });

  it('is described', async () => {
    const { paths } = await root.read<OpenApi>('/openapi.json');
    assert.ok('/v1/page/{id}/ancestors' in paths);
  });
});

it('drafts have ancestors of their own', async () => {
  const make = (title: string, under: number | null) => root.make('/v1/chapter', { title, under });
  const one = await make('one', null);
  const two = await make('two', one);
  const three = await make('three', two);
  for (const id of [one, two, three]) await root.done(`POST /v1/chapter/${id}/publish`);
  await root.done(`PATCH /v1/chapter/${three}`, { under: one });
  const titles = async (by: Asker, more = '') =>
    (await by.list<{ title: string }>(`/v1/chapter/${three}/ancestors${more}`)).map(({ title }) => title);
  assert.deepEqual(await titles(reader), ['one', 'two']);
  assert.deepEqual(await titles(root), ['one', 'two']);
  assert.deepEqual(await titles(root, '?version=draft'), ['one']);
  assert.equal((await reader.get(`/v1/chapter/${three}/ancestors?version=draft`)).status, 401);
});

describe('a tree that few know', () => {
  let low = 0;
  before(async () => {
    const high = await root.make('/v1/nook', { name: 'high' });
    low = await root.make('/v1/nook', { name: 'low', beneath: high });
  });

  for (const [who, person, status] of [
    ['nobody', nobody, 401],
    ['a member', reader, 401],
    ['who may know it', knower, 200],
    ['the super administrator', root, 200],
  ] as const)
    for (const query of ['', '?fields=name', '?can=1'])
      it(`answers ${who} ${status} to "${query}", and tells its field to nobody else`, async () => {
        const answer = await person.get<{ items?: { name: string }[] }>(`/v1/nook/${low}/ancestors${query}`);
        assert.equal(answer.status, status);
        if (status === 200)
          assert.deepEqual(
            answer.body.items?.map(({ name }) => name),
            ['high'],
          );
        else assert.doesNotMatch(answer.text, /beneath|high/);
        const missing = await person.get(`/v1/nook/999999/ancestors${query}`);
        assert.equal(missing.status, status === 200 ? 404 : status);
        assert.doesNotMatch(missing.text, /beneath/);
      });
});
