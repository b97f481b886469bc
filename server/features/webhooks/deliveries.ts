import { randomUUID } from 'node:crypto';
import type { VisibleChange } from '../../access/guarded/changes.ts';
import type { Writes } from '../../records/write/writes.ts';
import { toJson } from '../../shared/json.ts';
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
  readonly rowId?: bigint;
  /** The trace of the request that made the change. */
  readonly trace?: string | null;
}

/** A change as an event. It holds no values, like the feed. */
export function toEvent({ change, event, fields }: VisibleChange, { create_user_id }: Webhook): Event {
  const { definition, decision, rowId, time, trace, userId } = change;
  const own = create_user_id !== 0n && userId === create_user_id;
  return {
    type: `${definition.name}.${event}`,
    time,
    data: {
      event,
      ...(decision && { decision }),
      collection: definition.name,
      record: definition.name, // as receivers of versions before 0.3 read it
      row: rowId,
      own,
      ...(fields && { fields }),
    },
    collection: definition.name,
    rowId,
    trace,
  };
}

/** A change of users or access as an event. */
export function toEventOfAccess({ change, subject, event, data }: AccessEvent): Event {
  const { definition, rowId, time, trace } = change;
  return { type: `access.${subject}.${event}`, time, data, collection: definition.name, rowId, trace };
}

/** An event, and the webhook that sends it. */
export interface NewDelivery {
  readonly hook: Pick<Webhook, 'id'>;
  readonly event: Event;
}

/** Adds deliveries, and the jobs that send them, to a transaction. Returns the ids of the deliveries. */
export async function addDeliveries(writes: Writes, deliveries: readonly NewDelivery[]): Promise<bigint[]> {
  if (deliveries.length === 0) return [];
  const rows = deliveries.map(
    ({ hook, event: { type, time, data, collection = null, rowId = null, trace = null } }) => ({
      webhook_id: hook.id,
      message_id: `msg_${randomUUID().replaceAll('-', '')}`,
      type,
      collection,
      row_id: rowId,
      trace,
      body: toJson({ type, timestamp: new Date(time).toISOString(), data }),
    }),
  );
  const ids = await writes.createMany(delivery, rows);
  for (const [index, { webhook_id, collection, row_id }] of rows.entries())
    followByJob(writes, { id: ids[index] as bigint, webhook_id, collection, row_id });
  return ids;
}

type Sent = Pick<Delivery, 'id' | 'webhook_id' | 'collection' | 'row_id'>;

/** Deliveries to one webhook about one row keep their order: its jobs share a subject. */
export function followByJob(writes: Writes, { id, webhook_id, collection, row_id }: Sent): void {
  const row = collection === null ? '' : ` ${collection} ${row_id}`;
  writes.follow({ kind: DELIVERY_JOB, subject: `webhook ${webhook_id}${row}`, data: String(id) });
}
