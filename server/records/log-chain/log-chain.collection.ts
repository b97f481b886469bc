import { boolean } from '../../definitions/fields/boolean.ts';
import { choice } from '../../definitions/fields/choice.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, json, longText } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from '../../messages/message.ts';

/** The state of the chain that seals the log, and the key that signs it. One record, which every addition locks. */
export const logChain = defineCollection({
  name: 'quire_log_chain',
  label: message('logChainLabel'),
  audit: 'none',
  fields: {
    /** An Ed25519 key, in base64url as in a JWK. */
    public_key: text({ max: 43, default: '' }),
    /** Encrypted with the server's secret. */
    private_key: text({ max: 300, secret: true }),
    /** Ids below the last sealed line that no line had when they were passed over: first, last, and when that was. */
    gaps: json(),
  },
});

/**
 * What a checkpoint is about: lines in the order of their ids; lines that became visible after later ones had been sealed; lines
 * that an erasure changed; lines that retention removes.
 */
export const CHECKPOINT_KINDS = ['lines', 'late', 'erasure', 'retention'] as const;

/** One link of the chain. It is never changed but for what its hash does not cover. */
export const checkpoint = defineCollection({
  name: 'quire_log_checkpoint',
  label: message('checkpointLabel'),
  audit: 'none',
  fields: {
    /** From 1, without gaps. */
    number: bigint({ required: true, unique: true }),
    kind: choice(CHECKPOINT_KINDS, { required: true }),
    time: dateTime({ required: true }),
    /** The ids that it is about, those between included; null where it is about none. */
    first_line: bigint(),
    last_line: bigint(),
    /** How many lines it seals. */
    lines: integer({ required: true }),
    /** The time of its youngest line. */
    newest: dateTime(),
    /** Retention removes lines of before this time. */
    before: dateTime(),
    /** The SHA-256 of the entries, in base64url. */
    entries_hash: text({ max: 43, default: '' }),
    /** Ids, times and digests of the lines, as `entries.ts` writes them; null once retention has removed all of them. */
    entries: longText(),
    /** A salt for each entry; that of an erased line is empty, so that its former digest says nothing. */
    salts: longText({ secret: true }),
    public_key: text({ max: 43, required: true }),
    /** The hash of the checkpoint before; empty for the first. */
    previous: text({ max: 43, default: '' }),
    /** The SHA-256 of all of this but the entries and salts, and its signature. */
    hash: text({ max: 43, required: true }),
    signature: text({ max: 86, required: true }),
    /** Whether it was sent elsewhere. */
    sent: boolean({ default: false }),
  },
  indexes: [
    ['kind', 'last_line'],
    ['sent', 'number'],
  ],
});

export type Checkpoint = RecordOf<typeof checkpoint>;
