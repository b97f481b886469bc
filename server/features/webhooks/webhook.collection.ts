import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, json, type LeftBehind } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { storedText } from '../../records/stored-text.ts';
import { message } from './messages/message.ts';

export const WEBHOOK_STATES = ['active', 'paused'] as const;

const collection = defineCollection({
  name: 'quire_webhook',
  label: message('webhookLabel'),
  audit: 'creation',
  fields: {
    name: text({ max: 60, required: true }),
    url: text({ max: 2000, required: true }),
    /** Kinds of events and names of collections; null for all. */
    events: json(),
    collections: json({ renamedFrom: 'records' }),
    /** Which records of the only collection count, as a filter of lists; null for all. */
    filter: json({ max: 10_000, depth: 12 }),
    /** Which changes of users and access are sent; null for none. */
    access: json(),
    /** What deliveries are signed with, sealed for the creator; the former one as well until its time. */
    secret: text({ max: 300, required: true, secret: true }),
    former_secret: text({ max: 300, secret: true }),
    former_until: dateTime(),
    /** Up to where the feed of changes has been turned into deliveries. */
    position: bigint({ required: true }),
    /** The API key by which a program made it; it ends with the key. */
    key_id: bigint(),
    /** Who last set what it sends where, and when; null since it was made. */
    set_user_id: bigint(),
    set_time: dateTime(),
    state: choice(WEBHOOK_STATES, { default: 'active' }),
    /** Why the server paused it. */
    problem: text({ max: 1000, multiline: true }),
    /** When the first of the deliveries failed since the last success. */
    failing_since: dateTime(),
  },
  indexes: [['state', 'id'], ['create_user_id']],
});

/** An address to which changes are sent, as far as its creator may see them. */
export const webhook = {
  ...collection,
  leftBehind: {
    by: [
      ['create_user_id', 'create_time'],
      ['set_user_id', 'set_time'],
      ['create_user_id', 'set_time'], // who set it last may have kept what somebody else had set
    ],
    fate: () => ({ state: 'paused', problem: storedText(message('webhookMadeByOther')) }),
  } satisfies LeftBehind,
};

export type Webhook = RecordOf<typeof webhook>;
