import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/hooks', logLevel: 'silent' });

const member = await app.person();

type Body = Record<string, unknown> & { readonly id: number; readonly message: string };

/** As `app.request`, where a failure of the server is what is wanted. */
async function send(method: string, url: string, body?: unknown, token = app.root.access) {
  const answer = await app.server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Body, text: answer.body };
}
const done = async (...request: Parameters<typeof send>) => {
  const answer = await send(...request);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};
const newItem = async (stock = 100) => (await done('POST', '/v1/item', { stock })).id;
const book = (item: number, values: object = {}) =>
  send('POST', '/v1/booking', { item_id: item, amount: 1, ...values });
const stockOf = async (item: number) => (await done('GET', `/v1/item/${item}`)).stock;
const read = async (id: number) => (await send('GET', `/v1/booking/${id}`)).body;
const bookings = async (item: number) =>
  (await done('GET', `/v1/booking?filter[item_id][eq]=${item}&count=100&sort=id`)).items as Body[];
const letters = async () => {
  await app.server.store.jobs.idle();
  const { items } = (await done('GET', '/v1/letter?count=100&sort=-id')) as unknown as {
    items: { text: string }[];
  };
  return items.map(({ text }) => text);
};

describe('hooks', () => {
  it('see only the fields that a change alters, however it was sent', async () => {
    const item = await newItem();
    const values = { item_id: item, amount: 2, word: 'tell changes', code: 'tell' };
    const { id } = (await book(item, values)).body;
    for (const [method, sent, told] of [
      ['PUT', values, 'seen'],
      ['PATCH', {}, ''],
      ['PATCH', { amount: 2, code: 'tell', item_id: item }, ''],
      ['PATCH', { amount: 3, word: 'tell changes' }, 'amount'],
      ['PATCH', { amount: 3, code: null }, 'code'],
      ['PATCH', { code: null }, ''],
    ] as const) {
      await done(method, `/v1/booking/${id}`, sent);
      assert.equal((await read(id)).seen, told, `${method} ${JSON.stringify(sent)}`);
    }
  });

  it('run before and after every way of writing a record, once each', async () => {
    const item = await newItem();
    const one = (await book(item, { amount: 5 })).body.id;
    assert.equal(await stockOf(item), 95);
    assert.equal((await read(one)).seen, 'root plain false');
    await done('PATCH', `/v1/booking/${one}`, { amount: 7 });
    assert.equal(await stockOf(item), 93);
    await done('PUT', `/v1/booking/${one}`, { item_id: item, amount: 6 });
    assert.equal(await stockOf(item), 94);

    const bulk = await done('POST', '/v1/booking/bulk', {
      items: [
        { action: 'create', values: { item_id: item, amount: 1 } },
        { action: 'create', values: { item_id: item, amount: 2 } },
        { action: 'update', id: one, values: { amount: 5 } },
        { action: 'upsert', by: 'code', values: { item_id: item, amount: 3, code: 'bulk' } },
        { action: 'upsert', by: 'code', values: { amount: 4, code: 'bulk' } },
      ],
    });
    assert.equal(await stockOf(item), 100 - 5 - 1 - 2 - 4);
    const [two] = (bulk.items as Body[]).map(({ id }) => id);
    await done('PUT', '/v1/booking?by=code', { item_id: item, amount: 1, code: 'bulk' });
    assert.equal(await stockOf(item), 100 - 5 - 1 - 2 - 1);
    await done('DELETE', `/v1/booking/${two}`);
    assert.equal(await stockOf(item), 100 - 5 - 2 - 1);
    await done('POST', `/v1/booking/trash/${two}/restore`);
    assert.equal(await stockOf(item), 100 - 5 - 1 - 2 - 1);

    const history = (await done('GET', `/v1/booking/${one}/history?count=50`)).items as Body[];
    const first = history.at(-1);
    await done('POST', `/v1/booking/${one}/history/${first?.id}/restore`);
    assert.deepEqual([(await read(one)).amount, await stockOf(item)], [5, 100 - 5 - 1 - 2 - 1]);

    await letters();
    await done('DELETE', `/v1/item/${item}`);
    assert.equal((await bookings(item)).length, 0);
    const gone = (await letters()).filter((text) => text.startsWith('delete'));
    assert.equal(gone.length, 1 + 4);
    await done('POST', `/v1/item/trash/${item}/restore`);
    assert.equal((await bookings(item)).length, 4);
    assert.equal(await stockOf(item), 100 - 2 * (5 + 1 + 2 + 1), 'records that come back take again');
    await done('DELETE', `/v1/booking/${two}`);
    await done('DELETE', `/v1/booking/trash/${two}`);
    assert.ok((await letters()).includes(`purge ${two} 1 1 1`));
  });

  it('refuse with their words, and nothing is written', async () => {
    const item = await newItem(3);
    const kept = (await book(item, { word: 'keep' })).body.id;
    const away = (await book(item, { word: 'stay away' })).body.id;
    await done('DELETE', `/v1/booking/${away}`);
    const other = await newItem();
    const refused: readonly [string, string, unknown, RegExp][] = [
      ['POST', '/v1/booking', { item_id: item, amount: 51 }, /amount at most 50 at once$/],
      ['POST', '/v1/booking', { item_id: item, amount: 1, word: 'refuse' }, /closed today$/],
      ['POST', '/v1/booking', { item_id: item, amount: 3 }, /amount only 2 left$/],
      ['PATCH', `/v1/booking/${kept}`, { item_id: other }, /item_id cannot be exchanged$/],
      ['PATCH', `/v1/booking/${kept}`, { word: 'bad answer' }, /amount must be/],
      ['DELETE', `/v1/booking/${kept}`, undefined, /cannot be cancelled$/],
      ['DELETE', `/v1/item/${item}`, undefined, /cannot be cancelled$/],
      ['POST', `/v1/booking/trash/${away}/restore`, undefined, /cannot be restored$/],
    ];
    const before = [await bookings(item), await stockOf(item), (await letters()).length];
    for (const [method, url, body, text] of refused) {
      const answer = await send(method, url, body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10064], answer.text);
      assert.match(answer.body.message, text);
    }
    const bulk = await send('POST', '/v1/booking/bulk', {
      items: [
        { action: 'create', values: { item_id: item, amount: 1 } },
        { action: 'create', values: { item_id: item, amount: 51 } },
        { action: 'create', values: { item_id: item, amount: 2 } },
        { action: 'delete', id: kept },
      ],
    });
    assert.deepEqual([bulk.status, bulk.body.code], [400, 10034]);
    assert.deepEqual(
      (bulk.body.items as Body[]).map(({ index, code, fields }) => [index, code, fields]),
      [
        [1, 10064, { amount: { code: 'refused', message: 'at most 50 at once' } }],
        [2, 10064, { amount: { code: 'refused', message: 'only 1 left' } }],
        [3, 10064, { '': { code: 'refused', message: 'cannot be cancelled' } }],
      ],
    );
    assert.deepEqual([await bookings(item), await stockOf(item), (await letters()).length], before);
  });

  it('refuse records of an import alone, and leave nothing of them behind', async () => {
    const item = await newItem(10);
    const before = (await letters()).length;
    const records = [
      { amount: 1 },
      { amount: 51 },
      { amount: 2, code: 'imported' },
      { amount: 3, word: 'refuse' },
      { amount: 40 },
      { amount: 4 },
    ];
    const lines = records.map((record) => JSON.stringify({ item_id: item, ...record })).join('\n');
    const imports = importsInto(app, '/v1/booking');
    const dry = await imports.run('format=jsonl&dry_run=true', lines);
    assert.deepEqual([dry.created, dry.refused, await stockOf(item)], [3, 3, 10]);
    const first = await imports.run('format=jsonl', lines);
    assert.deepEqual([first.created, first.refused], [3, 3]);
    assert.deepEqual(
      (await bookings(item)).map(({ amount }) => amount),
      [1, 2, 4],
    );
    assert.equal(await stockOf(item), 3);
    const told = (await imports.report(first.id)).flatMap(({ problems }) => problems ?? []);
    assert.deepEqual(told, [
      { amount: 'at most 50 at once' },
      { '': 'closed today' },
      { amount: 'only 7 left' },
    ]);
    const again = await imports.run(
      'format=jsonl&key=code',
      '{"code":"imported","word":"bad word","amount":1}',
    );
    assert.deepEqual([again.updated, await stockOf(item)], [1, 4]);
    assert.equal((await letters()).length, before + 4);
  });

  it('that fail undo the write, and are named without what went wrong inside', async () => {
    const item = await newItem();
    const one = (await book(item)).body.id;
    const failing: readonly [string, string, unknown, string][] = [
      ['POST', '/v1/booking', { word: 'break' }, 'booking.beforeCreate'],
      ['POST', '/v1/booking', { word: 'late failure' }, 'booking.afterCreate'],
      ['POST', '/v1/booking', { word: 'swallowed' }, 'booking.afterCreate'],
      ['POST', '/v1/booking', { word: 'own collection' }, 'booking.afterCreate'],
      ['POST', '/v1/booking', { word: 'no collection' }, 'booking.afterCreate'],
      ['POST', '/v1/booking', { word: 'circle' }, 'booking.beforeCreate'],
      ['PATCH', `/v1/booking/${one}`, { word: 'other field' }, 'booking.beforeUpdate'],
      ['PATCH', `/v1/booking/${one}`, { word: 'no fields' }, 'booking.beforeUpdate'],
    ];
    const before = [await bookings(item), await done('GET', `/v1/item/${item}`), (await letters()).length];
    for (const base of ['', '/lin3'])
      for (const [method, url, body, hook] of failing) {
        const whole = method === 'POST' ? { item_id: item, amount: 1, ...(body as object) } : body;
        const answer = await send(method, base + url, whole);
        assert.deepEqual([answer.status, answer.body.code], [500, 9999], answer.text);
        assert.match(answer.body.message, RegExp(hook));
        assert.doesNotMatch(answer.text, /inner|stock|quire_user|nothing/);
      }
    assert.deepEqual(
      [await bookings(item), await done('GET', `/v1/item/${item}`), (await letters()).length],
      before,
    );
  });

  it('finish what they begin, also where they do not wait for it', async () => {
    const item = await newItem();
    assert.equal((await book(item, { word: 'unawaited' })).status, 201);
    assert.equal((await done('GET', `/v1/item/${item}`)).name, 'unawaited');
  });

  it('write in the name of the actor, with a history, whatever the actor may do', async () => {
    const item = await newItem();
    await letters(); // those of earlier tests come first
    const { id } = await done('POST', '/v1/booking', { item_id: item, amount: 2 }, member.access);
    const { items } = await done('GET', `/v1/item/${item}/history?count=1`);
    const [last] = items as { user: { id: number }; request_id: string }[];
    assert.equal(last?.user.id, member.id);
    assert.deepEqual((await letters())[0], `create ${id} - 2 ${member.id}`);
  });

  it('after a commit run once for each write, and their failure is nobody’s', async () => {
    const item = await newItem();
    const before = (await letters()).length;
    const lost = await book(item, { word: 'lost letter' });
    assert.equal(lost.status, 201);
    const kept = await book(item);
    assert.deepEqual((await letters())[0], `create ${kept.body.id} - 1 1`);
    assert.equal((await letters()).length, before + 1);
  });

  it('keep what they count right, however many write at once', async () => {
    const item = await newItem(60);
    const before = (await letters()).filter((text) => text.startsWith('create')).length;
    const made = await Promise.all(Array.from({ length: 16 }, () => book(item, { amount: 5 })));
    const statuses = made.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(12).fill(201), ...Array(4).fill(400)]);
    assert.equal(await stockOf(item), 0);
    const ids = (await bookings(item)).map(({ id }) => id);
    const answers = await Promise.all([
      ...ids.slice(0, 4).map((id) => send('PATCH', `/v1/booking/${id}`, { amount: 1 })),
      ...ids.slice(4, 8).map((id) => send('DELETE', `/v1/booking/${id}`)),
    ]);
    for (const { status, text } of answers) assert.equal(status, 200, text);
    assert.equal(await stockOf(item), 4 * 4 + 4 * 5);
    const created = (await letters()).filter((text) => text.startsWith('create')).length;
    assert.equal(created - before, 12);
  });
});
