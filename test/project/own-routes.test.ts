import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { clientFor } from '../../server/entries/client.ts';
import { freshApp, PASSWORD } from '../support/fresh-app.ts';
import { until } from '../support/until.ts';

const app = await freshApp({ contentDir: 'test/projects/shop/content' });
const [buyer, other] = [await app.person(), await app.person()];
const [editor, reporter] = [await app.granted('product.edit'), await app.granted('routes.reports')];
const product = await app.root.make('/v1/product', { name: 'Lamp', price: '10.00', cost: '4.00' });
const order = () => buyer.make('/v1/order', { product });
const sign = (body: string) => createHmac('sha256', 'shared').update(body).digest('hex');

function pay(body: string, headers: Record<string, string> = {}) {
  const sent = { 'content-type': 'application/json', 'x-signature': sign(body), ...headers };
  return app.request('POST', '/v1/payments', { body, headers: sent });
}

describe('who may use a route', () => {
  const restock = `POST /v1/product/${product}/restock`;
  const body = { amount: 1, lots: [] };
  for (const [who, person, wanted] of [
    ['nobody', app.nobody, [401, 401, 200, 401]],
    ['a member', buyer, [401, 401, 200, 401]],
    ['a holder of the permission of the collection', editor, [201, 401, 200, 400]],
    ['a holder of the permission of the route', reporter, [401, 200, 200, 401]],
    ['the super administrator', app.root, [201, 200, 200, 400]],
  ] as const)
    it(`${who} is answered ${wanted.join(', ')}`, async () => {
      const answers = [
        await person.ask(restock, body),
        await person.get('/v1/order/report.csv'),
        await person.get('/v1/offers'),
        await person.ask(`PATCH /v1/product/${product}/name`, { name: '' }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        wanted,
      );
    });
});

describe('the rights of the caller', () => {
  it('bind what is read', async () => {
    const hidden = await buyer.read('/v1/offers');
    assert.deepEqual(hidden, { user: buyer.username, offers: [{ id: product, name: 'Lamp' }] });
    const whole = await app.root.read('/v1/offers?most=1');
    assert.deepEqual(whole, { user: 'root', offers: [{ id: product, name: 'Lamp', cost: '4.00' }] });
    assert.equal((await app.nobody.read('/v1/offers')).user, '');
  });

  it('bind what is written', async () => {
    const path = `PATCH /v1/product/${product}/name`;
    assert.deepEqual(await editor.outcome(path, { name: 'Lamp', cost: '1.00' }), [400, 10030]);
    const done = await editor.done(path, { name: 'Lamp' });
    assert.deepEqual(done, {
      code: 0,
      message: 'Rename a product',
      request: `PATCH /v1/product/${product}/name`,
    });
  });
});

describe('input', () => {
  it('is refused with the fields that are wrong', async () => {
    const path = `POST /v1/product/${product}/restock`;
    for (const [body, ...fields] of [
      [{ amount: 0, lots: [{ no: 'x' }] }, 'amount', 'lots.0.no'],
      [{ amount: 1, lots: [{ no: 1, more: 1 }], other: 1 }, 'lots.0.more', 'other'],
      [{}, 'amount', 'lots'],
    ] as const) {
      const answer = await app.root.ask(path, body);
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.fields as object).sort(), fields);
    }
    assert.equal((await app.root.get('/v1/offers?most=51')).status, 400);
    assert.equal((await app.root.get('/v1/offers?other=1')).status, 400);
    assert.equal((await app.root.ask('POST /v1/product/x/restock', { amount: 1, lots: [] })).status, 400);
    assert.equal((await app.root.ask('POST /v1/product/99/restock', { amount: 1, lots: [] })).status, 404);
  });

  it('keeps ids exact', async () => {
    const body = '{"amount":1,"lots":[{"no":9007199254740993},{"no":"9223372036854775807"}]}';
    const answer = await app.root.ask(`POST /v1/product/${product}/restock`, body);
    assert.match(answer.text, /"lots":\[9007199254740993,9223372036854775807\]/);
  });
});

describe('a handler that is one transaction', () => {
  it('is undone by a refusal, in the language of the caller', async () => {
    const id = await order();
    const cancel = (reason: string, headers = {}) =>
      app.request('POST', `/v1/order/${id}/cancel`, { token: buyer.access, body: { reason }, headers });
    assert.deepEqual((await cancel('too late')).body, { id, state: 'expired' });
    const refused = await cancel('again', { 'accept-language': 'en' });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      [refused.body.code, refused.body.reason, Object.keys(refused.body.fields as object)],
      [10064, 'Only open orders can be cancelled', ['state']],
    );
    assert.equal((await cancel('again')).body.reason, '只能取消未付款的订单');
    assert.equal((await app.root.read(`/v1/order/${id}`)).note, 'too late');
    const others = await other.outcome(`POST /v1/order/${id}/cancel`, { reason: 'mine' });
    assert.deepEqual(others, [404, 10022]);
  });

  it('is done once for an Idempotency-Key', async () => {
    const id = await order();
    const cancel = () =>
      app.request('POST', `/v1/order/${id}/cancel`, {
        token: buyer.access,
        body: { reason: 'once' },
        headers: { 'idempotency-key': 'cancel-1' },
      });
    const [first, again] = [await cancel(), await cancel()];
    assert.deepEqual([first.status, again.status], [200, 200]);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });
});

it('an own route gives a callback the bytes that were signed, and what it writes starts hooks and jobs', async () => {
  const id = await order();
  const body = `{ "order" :  ${id} }`;
  for (const [sent, headers, status] of [
    [body, { 'x-signature': 'ff' }, 400],
    ['{ "order"', {}, 400],
    ['{"order":"first"}', {}, 400],
    [body, { 'x-signature': sign(body.replaceAll(' ', '')) }, 400],
    [`{"order":${id},"more":"${'x'.repeat(1000)}"}`, {}, 413],
    ['{"order":99}', {}, 404],
    [body, { authorization: 'Basic c2hvcDpzZWNyZXQ=', 'content-type': 'application/vnd.pay' }, 200],
  ] as const)
    assert.equal((await pay(sent, headers)).status, status, sent);
  await until(async () => (await app.root.read(`/v1/order/${id}`)).state === 'settled');
  const [line] = await app.root.list('/cms/log?keyword=payment');
  assert.match(String(line?.message), /Take a payment/);
});

it('an own route streams bodies and answers', async () => {
  const measured = await app.request('PUT', '/v1/measure', {
    token: app.root.access,
    body: Buffer.alloc(2_500_000),
    headers: { 'content-type': 'application/octet-stream' },
  });
  assert.deepEqual(measured.body, { bytes: 2_500_000 });
  const report = await reporter.get('/v1/order/report.csv');
  assert.match(report.text, /^id,state\n1,/);
  assert.equal(report.headers['content-type'], 'text/csv');
  assert.equal(
    report.headers['content-disposition'],
    `attachment; filename*=UTF-8''Bestellungen%20%E2%80%93%20alle.csv`,
  );
  const back = await app.nobody.post('/v1/payments/back', {});
  assert.deepEqual([back.status, back.headers.location], [303, 'https://shop.test/thanks']);
});

it('an own route without a body may be asked without one, and with no member of it', async () => {
  const path = '/v1/payments/back';
  const headers = { 'content-type': 'application/json' };
  for (const [sent, status] of [
    [{}, 303],
    [{ headers }, 303],
    [{ body: {} }, 303],
    [{ body: { a: 1 } }, 400],
    [{ body: [] }, 400],
  ] as const)
    assert.equal((await app.request('POST', path, sent)).status, status, JSON.stringify(sent));
});

it('an own route outlives a stream that is too long and that nobody reads', async () => {
  const ignored = await app.request('PUT', '/v1/ignored', {
    body: Buffer.alloc(100_000),
    headers: { 'content-type': 'application/octet-stream' },
  });
  assert.equal(ignored.status, 200, ignored.text);
  assert.equal((await app.nobody.get('/health/live')).status, 200);
});

it('an own route speaks every dialect, and is described', async () => {
  const old = await app.request('PATCH', `/lin2/v1/product/${product}/name`, {
    token: buyer.access,
    body: {},
  });
  assert.deepEqual([old.status, old.body.error_code], [400, 10030]);
  const { paths } = (await app.nobody.get('/openapi.json')).body as { paths: Record<string, object> };
  const described = paths['/v1/order/{id}/cancel'] as { post: Record<string, unknown> };
  assert.deepEqual(described.post.tags, ['Shop']);
  assert.ok(JSON.stringify(described).includes('"reason"'));
  const tags = JSON.stringify(await app.root.read('/cms/admin/permission'));
  assert.ok(tags.includes('Read reports'));
});

/** Of the client, what is used here; its types are tested beside. */
interface Client {
  signIn(username: string, password: string): Promise<void>;
  call(route: string, asked?: object): Promise<unknown>;
}

it('an own route is called by the typed client, with exact ids, raw bodies and files', async () => {
  const file = join(app.folder, 'client.ts');
  writeFileSync(file, await clientFor('test/projects/shop/content'));
  const { Quire } = (await import(pathToFileURL(file).href)) as { Quire: new (options: object) => Client };
  const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
  const quire = new Quire({ base });
  await quire.signIn('root', PASSWORD);
  const list = await quire.call('GET /v1/offers', { query: { most: 1 } });
  assert.partialDeepStrictEqual(list, { user: 'root', offers: [{ id: String(product), name: 'Lamp' }] });

  const exact = '9007199254740993';
  const restock = { params: { id: product }, body: { amount: 2, lots: [{ no: exact }] } };
  const { lots } = (await quire.call('POST /v1/product/:id/restock', restock)) as { lots: string[] };
  assert.deepEqual(lots, [exact]);

  const id = await app.root.make('/v1/order', { product });
  const cancel = { params: { id }, body: { reason: 'x' }, idempotencyKey: `once-${id}` };
  const once = await quire.call('POST /v1/order/:id/cancel', cancel);
  assert.deepEqual([once, await quire.call('POST /v1/order/:id/cancel', cancel)], [once, once]);
  await assert.rejects(quire.call('POST /v1/order/:id/cancel', { ...cancel, idempotencyKey: 'again' }), {
    status: 400,
    code: 10064,
  });

  const body = JSON.stringify({ order: id });
  assert.equal(
    await quire.call('POST /v1/payments', { body, headers: { 'x-signature': sign(body) } }),
    undefined,
  );
  assert.deepEqual(await quire.call('PUT /v1/measure', { body: new Uint8Array(9) }), { bytes: 9 });
  const report = (await quire.call('GET /v1/order/report.csv')) as Response;
  assert.match(await report.text(), /^id,state\n/);
});
