import { defineRoute, login, refuse, Type } from 'quire-cms';
import { receipt } from '../mail/receipt.ts';

export default defineRoute({
  method: 'POST',
  path: '/v1/order/:id/receipt',
  label: 'Send a receipt',
  module: 'Shop',
  access: login,
  params: Type.Object({ id: Type.Id() }),
  body: Type.Object({
    to: Type.Array(Type.String()),
    name: Type.String(),
    language: Type.Optional(Type.String()),
    refused: Type.Optional(Type.Boolean()),
  }),
  async handle({ params, body, records }) {
    const { to, name, language = 'en', refused } = body;
    await records.send(receipt, to, { order: params.id, name }, { language, replyTo: 'shop@quire.test' });
    if (refused) refuse('No');
  },
});
