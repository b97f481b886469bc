import { createHmac, timingSafeEqual } from 'node:crypto';
import { defineRoute, everyone, notFound, refuse } from 'quire-cms';
import { ship } from '../jobs/ship.ts';
import { receipt } from '../mail/receipt.ts';
import settings from '../settings.ts';

export default defineRoute({
  method: 'POST',
  path: '/v1/payments',
  label: 'Take a payment',
  module: 'Shop',
  access: everyone,
  rights: 'server',
  isUnlimited: true,
  rawBody: 'bytes',
  async handle({ body, headers, records }) {
    const signature = createHmac('sha256', settings.PAYMENT_SECRET).update(body).digest();
    const sent = Buffer.from(String(headers['x-signature']), 'hex');
    if (sent.length !== signature.length || !timingSafeEqual(sent, signature)) refuse('Wrong signature');
    const { id } = JSON.parse(body.toString()) as { id: number };
    const record = await records.find('order', BigInt(id));
    if (!record) notFound();
    if (record.state !== 'open') return;
    await records.update('order', record.id, { state: 'paid' });
    await records.send(receipt, record.email, { order: record.id, name: record.name }, { language: 'de' });
    await records.enqueue(ship, { order: record.id });
  },
});
