// Needs a process of its own: the example reads its settings from the environment.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { openTestApp } from '../../server/entries/testing.ts';
import { codeOf, codeOfFolder, paragraphsOf } from '../support/documentation/code-blocks.ts';

const PAYMENT_SECRET = 'shared';
const deliveries: unknown[] = [];
const carrier = createServer(({ headers, method }, response) => {
  if (method === 'POST') deliveries.push(headers['idempotency-key']);
  response.end('Hamburg');
}).listen(0, '127.0.0.1');
await once(carrier, 'listening');
after(() => carrier.close());
const CARRIER_URL = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
Object.assign(process.env, { PAYMENT_SECRET, CARRIER_URL });

const app = await openTestApp({ CONTENT_DIR: 'examples/shop/content', LANGUAGE: 'en' });
after(() => app.close());
await app.seed();
const [buyer, other, staff] = [await app.person(), await app.person(), await app.person('See all orders')];
const root = app.as(app.root);
const sign = (body: string) => createHmac('sha256', PAYMENT_SECRET).update(body).digest('hex');

async function order(quantity: number) {
  const values = { product: 1, quantity, name: 'Ada', email: 'ada@quire.test' };
  return app.as(buyer).post<{ id: number; code: number }>('/v1/order', values);
}

function pay(id: number, signature = sign(JSON.stringify({ id }))) {
  return app.as().post('/v1/payments', JSON.stringify({ id }), { headers: { 'x-signature': signature } });
}

describe('the shop example', () => {
  it('sells what is in stock, at its own price', async () => {
    assert.equal((await order(11)).body.code, 10064);
    const { body } = await order(3);
    assert.partialDeepStrictEqual((await app.as(buyer).get(`/v1/order/${body.id}`)).body, {
      total: '59.70',
      state: 'open',
    });
    assert.equal((await root.get('/v1/product/1')).body.stock, 7);
    assert.equal((await app.as(other).get(`/v1/order/${body.id}`)).status, 404);
  });

  it('takes a signed payment once, sends a receipt and hands the parcel over', async () => {
    const { id } = (await order(1)).body;
    assert.equal((await pay(id, sign('{}'))).status, 400);
    assert.equal((await pay(404)).status, 404);
    assert.deepEqual([(await pay(id)).status, (await pay(id)).status], [200, 200]);
    await app.idle();
    const { items } = (await root.get<{ items: { to: string; subject: string }[] }>('/cms/mail')).body;
    assert.deepEqual(
      items.map(({ to, subject }) => [to, subject]),
      [['ada@quire.test', `Ihre Bestellung ${id}`]],
    );
    assert.equal(deliveries.length, 1);
    assert.equal((await root.get(`/v1/order/${id}`)).body.state, 'sent');

    assert.equal((await app.as(other).post(`/v1/order/${id}/track`, {})).status, 404);
    assert.deepEqual((await app.as(buyer).post(`/v1/order/${id}/track`, {})).body, { place: 'Hamburg' });
    assert.equal((await root.get(`/v1/order/${id}`)).body.place, 'Hamburg');
  });

  it('shows staff all orders as a file', async () => {
    assert.equal((await app.as(buyer).get('/v1/order/report.csv')).status, 401);
    const { text, headers } = await app.as(staff).get('/v1/order/report.csv');
    assert.deepEqual([text, headers['content-type']], ['1,open\n2,sent\n', 'text/csv']);
  });
});

const files = codeOfFolder('examples/shop');
for (const page of ['routes', 'background-work', 'mail'])
  it(`the code of docs/guides/${page}.md is the example's`, () => {
    const blocks = codeOf(readFileSync(`docs/guides/${page}.md`, 'utf8')).filter(({ isFile }) => !isFile);
    const missing = blocks
      .flatMap(({ code }) => paragraphsOf(code))
      .filter((paragraph) => !files.some((file) => file.includes(paragraph)));
    assert.deepEqual(missing, []);
    assert.ok(blocks.length > 0);
  });
