import { randomUUID } from 'node:crypto';
import type { VisibleChange } from '../../access/guarded/changes.ts';
import type { Writes } from '../../records/write/writes.ts';
import { toJson } from '../../shared/json.ts';
import type { AccessEvent } from './access-events.ts';
import { type Delivery, delivery } from './delivery.record.ts';
import type { Webhook } from './webhook.record.ts';

export const DELIVERY_JOB = 'webhook delivery';

/** What a delivery tells of. */
export interface Event {
  readonly type: string;
  readonly time: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly record?: string;
  readonly rowId?: bigint;
}

/** A change as a webhook tells it: no values, as in the feed. */
export function toEvent({ change, event, fields }: VisibleChange, { create_user_id }: Webhook): Event {
  const { definition, rowId, time, userId } = change;
  const own = create_user_id !== 0n && userId === create_user_id;
  return {
    type: `${definition.name}.${event}`,
    time,
    data: { event, record: definition.name, row: rowId, own, ...(fields && { fields }) },
    record: definition.name,
    rowId,
  };
}

/** A change of users or access as a webhook tells it. */
export function toEventOfAccess({ change, subject, event, data }: AccessEvent): Event {
  const { definition, rowId, time } = change;
  return { type: `access.${subject}.${event}`, time, data, record: definition.name, rowId };
}

/** Adds what is to be sent, and the job that sends it, to a transaction. */
export async function addDelivery(writes: Writes, hook: Pick<Webhook, 'id'>, event: Event): Promise<bigint> {
  const { type, time, data, record = null, rowId = null } = event;
  const id = await writes.create(delivery, {
    webhook_id: hook.id,
    message_id: `msg_${randomUUID().replaceAll('-', '')}`,
    ...{ type, record, row_id: rowId },
    body: toJson({ type, timestamp: new Date(time).toISOString(), data }),
  });
  followByJob(writes, { id, webhook_id: hook.id, record, row_id: rowId });
  return id;
}

type Sent = Pick<Delivery, 'id' | 'webhook_id' | 'record' | 'row_id'>;

/** Deliveries to one webhook about one row keep their order: its jobs share a subject. */
export function followByJob(writes: Writes, { id, webhook_id, record, row_id }: Sent): void {
  const row = record === null ? '' : ` ${record} ${row_id}`;
  writes.follow({ kind: DELIVERY_JOB, subject: `webhook ${webhook_id}${row}`, data: String(id) });
}
