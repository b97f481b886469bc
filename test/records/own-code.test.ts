import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Records } from '../../server/definitions/types/collections-api.ts';
import type { AppError } from '../../server/errors.ts';
import { act, author } from './library.ts';
import { openOwnCode } from './own-code-library.ts';

const { write, inside, outside, ann, bea, ids, titles } = await openOwnCode();

for (const [where, use] of [
  ['inside a transaction', inside],
  ['outside of one', <T>(work: (records: Records) => Promise<T>) => work(outside)],
] as const)
  describe(`own code ${where} reads`, () => {
    const reads: Readonly<Record<string, readonly [(records: Records) => Promise<unknown>, unknown]>> = {
      'a record by its id': [async (r) => (await r.find('book', ids[0] ?? 0n))?.title, 'c'],
      'no record': [(r) => r.find('book', 99n), undefined],
      'the first record that meets a condition': [
        async (r) => (await r.find('book', { price: '3.50' }, { sort: '-title' }))?.title,
        'd',
      ],
      'no first record': [(r) => r.find('book', { title: 'x' }), undefined],
      'records in an order': [
        async (r) => titles(await r.where('book', {}, { sort: ['-price', 'title'] })),
        'ecdba',
      ],
      'some of the records': [
        async (r) => titles(await r.where('book', {}, { sort: 'title', limit: 2 })),
        'ab',
      ],
      'records through a reference': [
        async (r) => titles(await r.where('book', { author_id: { name: 'ann' } }, { sort: 'title' })),
        'ace',
      ],
      'records of which somebody is the creator': [
        (r) => r.where('book', { create_user_id: 8n }).then(({ length }) => length),
        0,
      ],
      'every record': [
        async (r) => {
          const found = [];
          for await (const record of r.each('book', { author_id: ann })) found.push(record);
          return titles(found);
        },
        'cae',
      ],
      'page by page': [
        async (r) => {
          const found: string[] = [];
          let after: string | null = null;
          do {
            const page: Awaited<ReturnType<Records['page']>> = await r.page('book', {
              sort: '-price',
              size: 2,
              ...(after !== null && { after }),
            });
            found.push(titles(page.records));
            after = page.next;
          } while (after !== null);
          return found;
        },
        ['ed', 'cb', 'a'],
      ],
      'how many there are': [(r) => r.count('book'), 5],
      'how many meet a condition': [(r) => r.count('book', { price: { gte: '3.50' } }), 3],
      'whether there is one': [(r) => r.exists('book', { title: 'e' }), true],
      'whether there is none': [(r) => r.exists('book', { title: 'x' }), false],
      'a sum': [(r) => r.sum('book', 'price'), '19.25'],
      'a sum of nothing': [(r) => r.sum('book', 'price', { title: 'x' }), '0.00'],
      'the least': [(r) => r.min('book', 'price'), '0.25'],
      'the greatest': [(r) => r.max('book', 'title', { price: '3.50' }), 'd'],
      'the greatest of nothing': [(r) => r.max('book', 'price', { title: 'x' }), null],
      groups: [
        (r) =>
          r.group('book', 'author_id', { where: { title: { ne: 'e' } }, sum: ['price'], max: ['title'] }),
        [
          { group: { author_id: ann }, count: 2, sum: { price: '3.50' }, min: {}, max: { title: 'c' } },
          { group: { author_id: bea }, count: 1, sum: { price: '0.25' }, min: {}, max: { title: 'b' } },
          { group: { author_id: null }, count: 1, sum: { price: '3.50' }, min: {}, max: { title: 'd' } },
        ],
      ],
    };
    const byAuthor = (groups: unknown) =>
      (groups as { group: { author_id: bigint | null } }[]).toSorted(
        (one, other) => Number(one.group.author_id ?? 9) - Number(other.group.author_id ?? 9),
      );
    for (const [what, [read, expected]] of Object.entries(reads))
      it(what, async () => {
        const found = await use(read);
        assert.deepEqual(what === 'groups' ? byAuthor(found) : found, expected);
      });
  });

it('own code writes, and holds records that it is about to change', async () => {
  const made = await inside(async (records) => {
    const id = await records.create('author', { name: 'cleo' });
    await records.update('author', id, { pin: '7' });
    const changed = await records.upsert('author', 'name', { name: 'cleo', pin: '8' });
    const added = await records.upsert('author', 'name', { name: 'dan' });
    assert.deepEqual(
      [changed, added.isNew, (await records.lock('author', id))?.pin],
      [{ id, isNew: false }, true, '8'],
    );
    await records.remove('author', added.id);
    return id;
  });
  assert.equal(await outside.count('author', { name: 'dan' }), 0);
  await outside.upsert('author', 'name', { name: 'cleo', pin: '9' });
  assert.equal((await outside.find('author', made))?.pin, '9');
  await outside.remove('author', made);
});

describe('own code gets an error that names what is wrong:', () => {
  const wrong: readonly (readonly [string, (records: Records) => Promise<unknown>, RegExp])[] = [
    ['a collection', (r) => r.count('bok'), /collection 'bok' is not defined; did you mean 'book'\?/],
    ['a field', (r) => r.where('book', { titel: 'a' }), /at 'filter\.titel': it .*; did you mean 'title'\?/],
    [
      'a field to sort by',
      (r) => r.where('book', {}, { sort: 'titel' }),
      /collection 'book': (sort|group) cannot be done by titel/,
    ],
    [
      'a field to group by',
      (r) => r.group('book', 'titel'),
      /collection 'book': (sort|group) cannot be done by titel/,
    ],
    ['a measure', (r) => r.sum('book', 'title'), /collection 'book': select cannot compute sum\.title/],
    [
      'a limit',
      (r) => r.where('book', {}, { limit: 0 }),
      /limit must be a whole number from 1 to 1000, not 0/,
    ],
    ['a size', (r) => r.page('book', { size: 1001 }), /size must be a whole number from 1 to 1000, not 1001/],
    [
      'a unique group',
      (r) => r.upsert('author', 'nam', { name: 'x' }),
      /'nam' is no unique group of 'author'; did you mean 'name'\? \(allowed: name\)/,
    ],
    [
      'an id that is a number',
      (r) => r.find('book', 1 as never),
      /an id must be a bigint such as 1n, not 1$/,
    ],
    [
      'an id that is missing',
      (r) => r.find('book', undefined as never),
      /a bigint such as 1n, not undefined$/,
    ],
    ['an id that is a text', (r) => r.update('book', '1' as never, {}), /a bigint such as 1n, not '1'$/],
    [
      'a record to change',
      (r) => r.update('book', 99n, { title: 'x' }),
      /^AppError: collection 'book': There is no such record$/,
    ],
    ['a record to remove', (r) => r.remove('book', null as never), /a bigint such as 1n, not null$/],
    [
      'a field to write',
      (r) => r.create('book', { titel: 'x' }),
      /collection 'book': .*titel is not a field/,
    ],
    ['a value', (r) => r.create('book', { title: 7 }), /collection 'book': .*title must be a string/],
    [
      'an invalid condition',
      (r) => r.count('book', null as never),
      /collection 'book': a condition must be an object such as .*, not null/,
    ],
    [
      'a comparison that compares with nothing',
      (r) => r.where('book', { title: {} }),
      /at 'filter\.title': it must be followed by one of eq/,
    ],
    [
      'a moment that is an object',
      (r) => r.where('book', { create_time: new Date() as never }),
      /at 'filter\.create_time': it must be followed by one of eq/,
    ],
    [
      'a reference that leads to nothing in particular',
      (r) => r.exists('book', { author_id: {} }),
      /at 'filter\.author_id': it must be followed by one of eq/,
    ],
    [
      'an option of a call',
      (r) => r.where('book', {}, { limt: 5 } as never),
      /where has no option 'limt'; did you mean 'limit'\? \(allowed: sort, limit\)/,
    ],
    ['an option of find', (r) => r.find('book', {}, { limit: 1 } as never), /find has no option 'limit'/],
    [
      'an option of a page',
      (r) => r.page('book', { sise: 1 } as never),
      /page has no option 'sise'; did you mean 'size'\?/,
    ],
    [
      'an option of a group',
      (r) => r.group('book', 'title', { averages: [] } as never),
      /group has no option 'averages' \(allowed: where, sum, min, max\)/,
    ],
    [
      "a collection of the server's own",
      (r) => r.create('quire_revision', {}),
      /'quire_revision' is the server's own/,
    ],
  ];
  for (const [what, work, reason] of wrong) it(what, () => assert.rejects(inside(work), reason));

  it('a lock outside of a transaction', () =>
    assert.rejects(outside.lock('book', 1n), /lock needs a transaction/));
  it('a place in a list that a client made up', () =>
    assert.rejects(outside.page('book', { after: 'x' }), (error: AppError) => error.key === 'badParameters'));
  it('more groups than it can hold', async () => {
    await write(act(3), async (writes) => {
      for (let from = 0; from < 1001; from += 91)
        await writes.createMany(
          author,
          Array.from({ length: 91 }, (_, index) => ({ name: `n${from + index}`, pin: 'many' })),
        );
    });
    await assert.rejects(outside.group('author', 'name'), /more than 1000 groups of 'author' by name/);
    await assert.rejects(
      outside.where('author', { name: { starts: 'n' } }),
      /more than 1000 records of 'author'/,
    );
    assert.equal((await outside.where('author', { name: { starts: 'n' } }, { limit: 1000 })).length, 1000);
  });
});

it('outside of a transaction, a failure is reported once, and the code may go on', async () => {
  await assert.rejects(
    outside.create('author', { name: 'ann' }),
    (error: AppError) => error.key === 'duplicate',
  );
  assert.equal(await outside.exists('author', { name: 'ann' }), true);
});
