import { choice } from '../../definitions/fields/choice.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, longText, reference } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** One event for one webhook: the sent body and the last answer. */
export const delivery = defineCollection({
  name: 'quire_webhook_delivery',
  label: message('deliveryLabel'),
  audit: 'creation',
  fields: {
    webhook_id: reference('quire_webhook', { required: true, onDelete: 'delete' }),
    /** The same at every try; receivers know repetitions by it. */
    message_id: text({ max: 60, required: true, unique: true }),
    type: text({ max: 80, required: true }),
    /** The record of the event; null for a test. */
    collection: text({ renamedFrom: 'record', max: 40 }),
    record_id: bigint({ renamedFrom: 'row_id' }),
    /** The trace of the request that made the change. */
    trace: text({ max: 35 }),
    /** The text that is sent, byte for byte. */
    body: longText({ required: true }),
    state: choice(DELIVERY_STATES, { default: 'waiting' }),
    tries: integer({ default: 0 }),
    /** Status and beginning of the last answer; null if there was none. */
    status: integer(),
    answer: text({ max: 1000, multiline: true }),
    problem: text({ max: 1000, multiline: true }),
    took_ms: integer(),
    end_time: dateTime(),
  },
  indexes: [['webhook_id', 'state', 'id'], ['end_time']],
});

export type Delivery = RecordOf<typeof delivery>;
