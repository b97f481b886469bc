import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { HookEvent } from '../../server/definitions/hooks.ts';
import { refuse } from '../../server/definitions/refuse.ts';
import type { AppError } from '../../server/errors.ts';
import { placeIn } from '../../server/records/scope/collections-place.ts';
import { runHook } from '../../server/records/write/hooks/write-hooks.ts';
import { act, author, book, openLibrary } from './library.ts';

const { reads, write } = await openLibrary();

const call = (hook: (event: HookEvent) => unknown, withinMs = 5000) =>
  write(act(1000), (writes) => {
    const about = {
      name: 'author.beforeCreate',
      context: writes.context,
      place: placeIn(writes),
      isPassedOn: () => false,
    } as const;
    return runHook({ ...about, hook, withinMs }, {});
  });
const named = async (name: string) => (await reads.where(author, (q) => q.where('name', '=', name))).length;
const failure = { key: 'hookFailed', status: 500 };

test('a hook that does not end is given up, and what it did is undone', async () => {
  const endless = call(async ({ records }) => {
    await records.create('author', { name: 'endless' });
    await new Promise(() => {});
  }, 50);
  await assert.rejects(endless, (error: AppError) => {
    assert.match(String((error.cause as Error).cause), /longer than 50 ms/);
    return error.key === failure.key;
  });
  assert.equal(await named('endless'), 0);
});

test('what a hook does when it has ended is refused, and harms nobody', async () => {
  let late: Promise<unknown> | undefined;
  await call(({ records }) => {
    setTimeout(() => {
      late = records.create('author', { name: 'late' });
    }, 20);
  });
  while (!late) await wait(5);
  await assert.rejects(late, /has ended/);
  assert.equal(await named('late'), 0);
});

test('a hook reads all records that it asks for, or gets an error if they are too many', async () => {
  await write(act(1000), async (writes) => {
    for (let from = 0; from < 1001; from += 143)
      await writes.createMany(
        book,
        Array.from({ length: 143 }, (_, index) => ({
          title: `b${from + index}`,
          price: `${index % 2}.25`,
        })),
      );
  });
  await call(async ({ records }) => {
    assert.equal((await records.where('book', { price: '0.25' })).length, 504);
    assert.equal(await records.count('book', {}), 1001);
    const ids = new Set<bigint>();
    for await (const { id } of records.each('book')) ids.add(id);
    assert.equal(ids.size, 1001);
    let last = 0;
    for await (const record of records.each('book', { title: { starts: 'b10' } }))
      last += Number(record.id > 0n);
    assert.equal(last, 12);
    assert.equal(await records.sum('book', 'price'), '747.25');
    assert.equal(await records.sum('book', 'price', { price: '1.25' }), '621.25');
    assert.equal(await records.sum('book', 'author_id', { title: 'none' }), 0n);
  }).catch((error: Error) => assert.fail(String((error.cause as Error).cause)));
  for (const [work, reason] of [
    [({ records }: HookEvent) => records.where('book', {}), /more than 1000 records of 'book'/],
    [
      ({ records }: HookEvent) => records.sum('book', 'title'),
      /collection 'book': select cannot compute sum\.title/,
    ],
    [
      ({ records }: HookEvent) => records.sum('book', 'constructor'),
      /select cannot compute sum\.constructor/,
    ],
  ] as const)
    await assert.rejects(call(work), (error: AppError) => {
      assert.match(String((error.cause as Error).cause), reason);
      return error.key === failure.key;
    });
});

test('changes that a hook makes side by side do not cross', async () => {
  const id = await write(act(1000), (writes) => writes.create(author, { name: 'first', pin: 'a' }));
  await call(({ records }) =>
    Promise.all([
      records.update('author', id, { name: 'second' }),
      records.update('author', id, { pin: 'b' }),
      records.find('author', id),
    ]),
  );
  const record = await reads.find(author, id);
  assert.deepEqual([record?.name, record?.pin], ['second', 'b']);
});

test('a failure that a hook swallows undoes the write all the same', async () => {
  const swallowing = call(async ({ records }) => {
    await records.create('author', { name: 'kept?' });
    await records.create('author', { name: 'x'.repeat(99) }).catch(() => {});
  });
  await assert.rejects(swallowing, failure);
  assert.equal(await named('kept?'), 0);
  const bad: readonly ((event: HookEvent) => unknown)[] = [
    ({ records }) => records.create('quire_revision', {}),
    ({ records }) => records.find('nothing', 1n),
    ({ records }) => records.where('author', { nothing: 1 }),
    ({ records }) => records.where('author', { or: [{}] }),
    ({ records }) => records.update('author', 999_999n, { name: 'x' }),
  ];
  for (const hook of bad) await assert.rejects(call(hook), failure);
});

test('a hook finds records by conditions', async () => {
  for (const name of ['b1', 'b2', 'b3'])
    await write(act(1000), (writes) => writes.create(author, { name, pin: 'p' }));
  let found: unknown[] = [];
  await call(async ({ records }) => {
    const authors = await records.where('author', {
      name: { starts: 'b' },
      or: [{ name: 'b1' }, { name: 'b3' }],
    });
    found = [authors.map(({ name }) => name), await records.count('author', { name: { starts: 'b' } })];
  });
  assert.deepEqual(found, [['b1', 'b3'], 3]);
});

test('a mistake in a hook is told with the collection, the field and what is allowed', async () => {
  const mistakes: readonly (readonly [(event: HookEvent) => unknown, RegExp])[] = [
    [
      ({ records }) => records.create('author', { nam: 'x' }),
      /^Error: hook author\.beforeCreate failed: collection 'author': .*nam is not a field/,
    ],
    [
      ({ records }) => records.create('author', { name: 'x'.repeat(99) }),
      /collection 'author': .*name must have at most/,
    ],
    [
      () => {
        throw 'no error at all';
      },
      /failed: it threw 'no error at all'/,
    ],
    [() => refuse(''), /failed: refuse needs text.*, not ''/],
    [() => refuse(undefined as never), /failed: refuse needs text.*, not undefined/],
  ];
  for (const [hook, expected] of mistakes)
    await assert.rejects(call(hook), (error: AppError) => {
      assert.match(logged(error.cause), expected);
      return error.key === failure.key;
    });
});

/** An error with its causes, as the server's log tells them. */
function logged(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${error}: ${logged(error.cause).replace(/^\w+: /, '')}`;
}
