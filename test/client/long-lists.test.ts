import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openClient } from '../support/library-client.ts';

const { app, base, Quire } = await openClient('test/content/drafts');
const client = new Quire({ base });
const call = callOf(client);

let ids: string[] = [];
before(async () => {
  await client.signIn('root', PASSWORD);
  for (const title of ['one', 'two', 'three'])
    ids.push(String(await app.root.make('/v1/poem', { title, slug: title })));
  for (const id of ids.slice(1)) await app.root.done(`POST /v1/poem/${id}/publish`);
  ids = [...ids];
});

describe('a list that is too long for an address', () => {
  const many = (first: string) => [first, ...Array.from({ length: 5000 }, (_, at) => String(900_000 + at))];
  const titles = async (collection: string, request: object) => {
    const { items, ...page } = (await call(collection, 'list', request)) as {
      items: readonly { title: string; id: string }[];
      next: string | null;
      count: number;
    };
    return { titles: items.map(({ title }) => title), ...page };
  };

  it('is asked for in a body, with all else that a list takes', async () => {
    const found = await titles('poem', {
      filter: { id: { nin: many(String(ids[1])) }, title: { ends: 'e' } },
      fields: ['title'],
      sort: '-title',
      count: 1,
      total: true,
      can: true,
    });
    assert.partialDeepStrictEqual(found, { titles: ['three'], count: 1, total: 1, next: null });
  });

  it('goes on page by page', async () => {
    const filter = { id: { in: [...ids, ...many('0')] } };
    const first = await titles('poem', { filter, sort: ['title'], count: 1 });
    const second = await titles('poem', { filter, sort: ['title'], count: 1, after: first.next });
    assert.deepEqual([first.titles, second.titles, second.next], [['three'], ['two'], null]);
  });

  it('is of drafts where drafts are asked for', async () => {
    const filter = { id: { in: [...ids, ...many('0')] } };
    const { drafts } = client.collections.poem as unknown as {
      drafts: { list(request: object): Promise<unknown> };
    };
    const { items } = (await drafts.list({ filter, sort: 'title' })) as { items: { title: string }[] };
    assert.deepEqual(
      items.map(({ title }) => title),
      ['one', 'three', 'two'],
    );
  });
});
