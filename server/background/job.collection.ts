import { boolean } from '../definitions/fields/boolean.ts';
import { choice } from '../definitions/fields/choice.ts';
import { integer } from '../definitions/fields/integer.ts';
import { text } from '../definitions/fields/text.ts';
import { dateTime, defineCollection, type LeftBehind, longText } from '../definitions/for-server.ts';
import type { RecordOf } from '../definitions/types/record-types.ts';
import { message } from '../messages/message.ts';

/** The kind of job that publishes or unpublishes a draft at a planned time. */
export const PLAN_JOB = 'publish at a time';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;

const collection = defineCollection({
  name: 'quire_job',
  label: message('jobLabel'),
  audit: 'creation',
  fields: {
    kind: text({ max: 60, required: true }),
    /** What the job is about. Jobs of one subject run one after the other, in the order of their ids. */
    subject: text({ max: 100 }),
    /** No two jobs share one, so only one of several processes enqueues a due time. Only jobs of schedules have one. */
    once: text({ max: 120, unique: true }),
    /** The same at every try, and of no other job anywhere. */
    delivery: text({ max: 36, required: true }),
    /** JSON for the job's kind; gone once the job is done. */
    data: longText({ secret: true }),
    state: choice(JOB_STATES, { default: 'waiting' }),
    /** Whether an earlier job of its subject has to end before a process may claim it, which lets it out (`JobLines`). */
    follows: boolean({ default: false }),
    /** When a process may claim it: when its time has come, or when the lease of its holder ends. Null once it is over. */
    due_time: dateTime(),
    /** How often it was begun. */
    tries: integer({ default: 0 }),
    /** The process that runs it. */
    holder: text({ max: 36, secret: true }),
    /** Why the last try failed. */
    problem: text({ max: 1000 }),
    end_time: dateTime(),
  },
  indexes: [['kind', 'follows', 'due_time'], ['subject', 'end_time', 'id'], ['state', 'id'], ['end_time']],
});

/** A durable job: work that follows from a commit, and the process that holds it. */
export const job = {
  ...collection,
  leftBehind: {
    by: [['create_user_id', 'create_time']],
    only: { kind: [PLAN_JOB], state: ['waiting', 'running', 'failed'] },
    fate: 'ends', // what failed, others may try again
  } satisfies LeftBehind,
};

export type JobRecord = RecordOf<typeof job>;
