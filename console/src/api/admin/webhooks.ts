import { connection } from '../connection.ts';

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

/** An address to which changes are sent. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Null for all. */
  readonly events: readonly string[] | null;
  readonly records: readonly string[] | null;
  /** Which rows of the only record; null for all. */
  readonly filter: unknown;
  /** Of users and access; null for nothing. */
  readonly access: readonly string[] | null;
  readonly state: 'active' | 'paused';
  /** Why the server paused it. */
  readonly problem: string | null;
  /** When the first message was not taken since one was. */
  readonly failing_since: number | null;
  /** Whose rights it has. */
  readonly create_user_id: string;
}

export type WebhookValues = Pick<Webhook, 'name' | 'url' | 'events' | 'records' | 'filter' | 'access'>;

/** What was sent to a webhook, and answered. */
export interface Delivery {
  readonly id: string;
  readonly message_id: string;
  readonly type: string;
  readonly record: string | null;
  readonly row_id: string | null;
  readonly body: string;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
  readonly took_ms: number | null;
  readonly create_time: number;
  readonly end_time: number | null;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const WEBHOOKS_A_PAGE = 20;
const PATH = '/cms/webhook';
type Raw = Readonly<Record<string, unknown>>;

/** The documented form of the routes, with ids as texts. */
const toWebhook = (raw: Raw): Webhook => ({
  ...(raw as unknown as Webhook),
  id: String(raw.id),
  create_user_id: String(raw.create_user_id),
});
const toDelivery = (raw: Raw): Delivery => ({
  ...(raw as unknown as Delivery),
  id: String(raw.id),
  row_id: raw.row_id === null ? null : String(raw.row_id),
});

export async function listWebhooks(page: number) {
  const query = pageOf(page);
  const { items, total } = await connection.request('GET', PATH, { query });
  return { items: (items as Raw[]).map(toWebhook), total: Number(total) };
}

export async function readWebhook(id: string): Promise<Webhook> {
  return toWebhook(await connection.request('GET', `${PATH}/${id}`));
}

/** Makes a webhook and answers its id and the secret of its signatures: nothing shows that again. */
export async function createWebhook(body: WebhookValues) {
  const { id, secret } = await connection.request('POST', PATH, { body });
  return { id: String(id), secret: String(secret) };
}

export async function changeWebhook(
  id: string,
  body: Partial<WebhookValues & Pick<Webhook, 'state'>>,
): Promise<void> {
  await connection.request('PATCH', `${PATH}/${id}`, { body });
}

/** Replaces the secret and answers the new one; for `overlap` seconds both sign. */
export async function replaceSecret(id: string, overlap: number): Promise<string> {
  const { secret } = await connection.request('POST', `${PATH}/${id}/secret`, { body: { overlap } });
  return String(secret);
}

export async function sendTest(id: string): Promise<void> {
  await connection.request('POST', `${PATH}/${id}/test`);
}

export async function deleteWebhook(id: string): Promise<void> {
  await connection.request('DELETE', `${PATH}/${id}`);
}

export async function listDeliveries(id: string, page: number, state: string) {
  const query: [string, string][] = [
    ...pageOf(page),
    ...(state ? [['state', state] as [string, string]] : []),
  ];
  const { items, total } = await connection.request('GET', `${PATH}/${id}/delivery`, { query });
  return { items: (items as Raw[]).map(toDelivery), total: Number(total) };
}

export async function redeliver(id: string, delivery: string): Promise<void> {
  await connection.request('POST', `${PATH}/${id}/delivery/${delivery}/redelivery`);
}

function pageOf(page: number): [string, string][] {
  return [
    ['page', String(page)],
    ['count', String(WEBHOOKS_A_PAGE)],
  ];
}
