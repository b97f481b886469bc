import { choice } from '../../definitions/fields/choice.ts';
import { bigint, defineCollection } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

/** Whose use a quota bounds: a key, a user, each user of a group, or each network of callers without a sign-in. */
export const HOLDERS = ['key', 'user', 'group', 'network'] as const;

/**
 * What it counts: requests; records in answers; bytes of answers, as they leave; or cost, the milliseconds that the database
 * spends on what is asked.
 */
export const UNITS = ['requests', 'records', 'bytes', 'cost'] as const;

/** In UTC. */
export const WINDOWS = ['minute', 'hour', 'day', 'month'] as const;

/** The largest number of a structured field of HTTP (RFC 9651). */
export const MOST_OF_QUOTA = 999_999_999_999_999n;

/** What a caller may use in each window of time. */
export const quota = defineCollection({
  name: 'quire_quota',
  label: message('quotaLabel'),
  audit: 'full',
  fields: {
    holder: choice(HOLDERS, { required: true }),
    /** The key, user or group; 0 for all networks. */
    holder_id: bigint({ default: 0n, min: 0n }),
    unit: choice(UNITS, { required: true }),
    most: bigint({ required: true, min: 1n, max: MOST_OF_QUOTA }),
    span: choice(WINDOWS, { required: true }),
  },
  unique: [['holder', 'holder_id', 'unit', 'span']],
});

export type Quota = RecordOf<typeof quota>;
export type Window = (typeof WINDOWS)[number];
