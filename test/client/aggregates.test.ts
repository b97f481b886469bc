// No engine changes its result: sums are compared between engines where routes answer them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openLibrary } from '../support/library-client.ts';

const { app, base, Quire } = await openLibrary();
const client = new Quire({ base });
const call = callOf(client);

describe('the client computes of many records', () => {
  const authors: string[] = [];
  before(async () => {
    await client.signIn('root', PASSWORD);
    for (const name of ['Ann', 'Bo']) authors.push(String(await app.root.make('/v1/author', { name })));
    for (const [title, state, price, copies, author] of [
      ['One', 'live', '10.25', '9007199254740993', authors[0]],
      ['Two', 'live', '0.75', '7', authors[0]],
      ['Three', 'draft', null, null, authors[1]],
    ] as const)
      await call('novel', 'create', {
        ...{ title, state, price, author },
        copies: copies === null ? null : BigInt(copies),
      });
  });

  it('counts without being told what', async () => {
    assert.deepEqual(await call('novel', 'aggregate'), {
      items: [{ group: {}, count: 3 }],
      count: 10,
      next: null,
    });
  });

  it('sums exactly, in groups', async () => {
    const { items } = (await call('novel', 'aggregate', {
      select: ['count', 'sum.price', 'sum.copies', 'min.copies', 'avg.price', 'max.author'],
      group: ['state', 'author.name'],
    })) as { items: unknown };
    assert.deepEqual(items, [
      {
        group: { state: 'draft', 'author.name': 'Bo' },
        count: 1,
        sum: { price: '0.00', copies: 0n },
        min: { copies: null },
        avg: { price: null },
        max: { author: authors[1] },
      },
      {
        group: { state: 'live', 'author.name': 'Ann' },
        count: 2,
        sum: { price: '11.00', copies: 9_007_199_254_741_000n },
        min: { copies: 7n },
        avg: { price: '5.50000000' },
        max: { author: authors[0] },
      },
    ]);
  });

  it('goes on behind the last group, and keeps to a filter', async () => {
    const request = { group: ['title'], count: 1, filter: { state: { eq: 'live' } } };
    const first = (await call('novel', 'aggregate', request)) as Groups;
    const second = (await call('novel', 'aggregate', { ...request, after: first.next })) as Groups;
    assert.deepEqual(
      [first, second].map(({ items }) => items.map(({ group }) => group.title)),
      [['One'], ['Two']],
    );
    assert.equal(second.next, null);
  });

  it('is refused what has no sum', async () => {
    await assert.rejects(call('novel', 'aggregate', { select: ['sum.title'] }), /select/);
  });
});

interface Groups {
  readonly items: readonly { readonly group: { readonly title: string } }[];
  readonly next: string | null;
}
