import { call } from '../call.ts';
import type { BodyOf, ItemOf } from '../route-types.ts';

export const EVENTS = [
  'created',
  'updated',
  'deleted',
  'restored',
  'entered',
  'left',
  'activated',
  'deactivated',
  'ended',
] as const;
/** The subjects of users and access whose changes a webhook may send. */
export const SUBJECTS = ['user', 'group', 'membership', 'grant', 'key'] as const;

/** An address to which changes are sent, with the rights of the user who created it. */
export type Webhook = ItemOf<'GET /cms/webhook'>;
export type WebhookValues = Required<BodyOf<'POST /cms/webhook'>>;

/** A message that was sent to a webhook, and its answer. */
export type Delivery = ItemOf<'GET /cms/webhook/:id/delivery'>;
export type DeliveryState = Delivery['state'];
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[];

export const WEBHOOKS_A_PAGE = 20;
const count = WEBHOOKS_A_PAGE;

export const listWebhooks = (page: number) => call('GET /cms/webhook', { query: { page, count } });
export const readWebhook = (id: string) => call('GET /cms/webhook/:id', { params: { id } });

/** Creates a webhook. Returns its id and the secret of its signatures, which is never shown again. */
export const createWebhook = (body: WebhookValues) => call('POST /cms/webhook', { body });

export async function changeWebhook(id: string, body: BodyOf<'PATCH /cms/webhook/:id'>): Promise<void> {
  await call('PATCH /cms/webhook/:id', { params: { id }, body });
}

/** Returns a new secret; for `overlap` seconds messages are signed with the old one as well. */
export async function replaceSecret(id: string, overlap: number): Promise<string> {
  return (await call('POST /cms/webhook/:id/secret', { params: { id }, body: { overlap } })).secret;
}

export async function sendTest(id: string): Promise<void> {
  await call('POST /cms/webhook/:id/test', { params: { id } });
}

export async function deleteWebhook(id: string): Promise<void> {
  await call('DELETE /cms/webhook/:id', { params: { id } });
}

export async function listDeliveries(id: string, page: number, state: DeliveryState | '') {
  const query = { page, count, ...(state !== '' && { state }) };
  return call('GET /cms/webhook/:id/delivery', { params: { id }, query });
}

export async function redeliver(id: string, delivery: string): Promise<void> {
  await call('POST /cms/webhook/:id/delivery/:delivery/redelivery', { params: { id, delivery } });
}
