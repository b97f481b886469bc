import { randomUUID } from 'node:crypto';
import type { VisibleChange } from '../../access/guarded/changes.ts';
import type { Writes } from '../../records/write/writes.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { AccessEvent } from './access-events.ts';
import { type Delivery, delivery } from './delivery.collection.ts';
import type { Webhook } from './webhook.collection.ts';

export const DELIVERY_JOB = 'webhook delivery';

/** The content of a delivery. */
export interface Event {
  readonly type: string;
  readonly time: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly collection?: string;
  readonly recordId?: bigint;
  /** The trace of the request that made the change. */
  readonly trace?: string | null;
}

/** A change as an event. It holds no values, like the feed. */
export function toEvent({ change, event, fields }: VisibleChange, { create_user_id }: Webhook): Event {
  const { definition, decision, recordId, time, trace, userId } = change;
  const own = create_user_id !== 0n && userId === create_user_id;
  return {
    type: `${definition.name}.${event}`,
    time,
    data: {
      event,
      ...(decision && { decision }),
      collection: definition.name,
      id: recordId,
      record: definition.name, // these two, as receivers of versions before 0.3 read them
      row: recordId,
      own,
      ...(fields && { fields }),
    },
    collection: definition.name,
    recordId,
    trace,
  };
}

/** A change of users or access as an event. */
export function toEventOfAccess({ change, subject, event, data }: AccessEvent): Event {
  const { definition, recordId, time, trace } = change;
  return { type: `access.${subject}.${event}`, time, data, collection: definition.name, recordId, trace };
}

/** An event, and the webhook that sends it. */
export interface NewDelivery {
  readonly hook: Pick<Webhook, 'id'>;
  readonly event: Event;
}

/** Adds deliveries, and the jobs that send them, to a transaction. Returns the ids of the deliveries. */
export async function addDeliveries(writes: Writes, deliveries: readonly NewDelivery[]): Promise<bigint[]> {
  if (deliveries.length === 0) return [];
  const records = deliveries.map(
    ({ hook, event: { type, time, data, collection = null, recordId = null, trace = null } }) => ({
      webhook_id: hook.id,
      message_id: `msg_${randomUUID().replaceAll('-', '')}`,
      type,
      collection,
      record_id: recordId,
      trace,
      body: toJson({ type, timestamp: new Date(time).toISOString(), data }),
    }),
  );
  const ids = await writes.createMany(delivery, records);
  for (const [index, { webhook_id, collection, record_id }] of records.entries())
    followByJob(writes, { id: ids[index] as bigint, webhook_id, collection, record_id });
  return ids;
}

type Sent = Pick<Delivery, 'id' | 'webhook_id' | 'collection' | 'record_id'>;

/** Deliveries to one webhook about one record keep their order: its jobs share a subject. */
export function followByJob(writes: Writes, { id, webhook_id, collection, record_id }: Sent): void {
  const record = collection === null ? '' : ` ${collection} ${record_id}`;
  writes.follow({ kind: DELIVERY_JOB, subject: `webhook ${webhook_id}${record}`, data: String(id) });
}
