import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  asFile,
  defineRoute,
  everyone,
  permission,
  refuse,
  reply,
  superAdministrator,
  Type,
} from 'quire-cms';

/** The provider signs the bytes that it sends with a secret that it shares with the shop. */
export const paid = defineRoute({
  method: 'POST',
  path: '/v1/payments',
  label: 'Take a payment',
  module: 'Shop',
  access: everyone,
  rights: 'server',
  isUnlimited: true,
  rawBody: 'bytes',
  maxBytes: 1000,
  async handle({ body, headers, records }) {
    const signature = createHmac('sha256', 'shared').update(body).digest();
    const sent = Buffer.from(String(headers['x-signature']), 'hex');
    if (sent.length !== signature.length || !timingSafeEqual(sent, signature))
      refuse('The signature is wrong');
    const { order } = JSON.parse(body.toString()) as { order: number };
    await records.update('order', BigInt(order), { state: 'paid' });
  },
});

export const measure = defineRoute({
  method: 'PUT',
  path: '/v1/measure',
  label: 'Measure a stream',
  module: 'Shop',
  access: superAdministrator,
  rawBody: 'stream',
  maxBytes: 3_000_000,
  answer: Type.Object({ bytes: Type.Integer() }),
  async handle({ body }) {
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    return { bytes };
  },
});

export const ignored = defineRoute({
  method: 'PUT',
  path: '/v1/ignored',
  label: 'Ignore a stream',
  module: 'Shop',
  access: everyone,
  rawBody: 'stream',
  maxBytes: 1000,
  handle() {},
});

export const report = defineRoute({
  method: 'GET',
  path: '/v1/order/report.csv',
  label: 'Read the report',
  module: 'Shop',
  access: permission('Read reports', 'reports'),
  rights: 'server',
  produces: 'text/csv',
  handle({ records }) {
    const lines = async function* () {
      yield 'id,state\n';
      for await (const { id, state } of records.each('order')) yield `${id},${state}\n`;
    };
    return reply({
      headers: { 'content-disposition': asFile('Bestellungen – alle.csv') },
      body: Readable.from(lines()),
    });
  },
});

export const back = defineRoute({
  method: 'POST',
  path: '/v1/payments/back',
  label: 'Return to the shop',
  module: 'Shop',
  access: everyone,
  produces: 'text/html',
  handle: () => reply({ status: 303, headers: { location: 'https://shop.test/thanks' } }),
});
