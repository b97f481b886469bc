import type { JsonSchema } from '../../../contract/json-schema.ts';

/** The part of a job that enqueuing needs. */
export interface Enqueueable<in Input> {
  readonly name: string;
  readonly input?: JsonSchema;
  readonly key?: (input: Input) => string;
}

export interface EnqueueOptions {
  /** When the job may begin, in milliseconds since 1970; after the commit if left out. */
  readonly due?: number;
}

/** The prefix of kinds of jobs that a project defines. */
export const OWN_JOB = 'jobs/';

/** The part of a mail that sending needs. */
export interface Sendable<in Input> {
  readonly name: string;
  readonly input?: JsonSchema;
  readonly texts: Readonly<Record<string, (input: Input) => unknown>>;
}

export interface SendOptions extends EnqueueOptions {
  /** Of the reader, such as `en`; the server's if left out. */
  readonly language?: string;
  /** Where answers go. */
  readonly replyTo?: string;
}

/** The prefix of kinds of jobs that send mails. */
export const OWN_MAIL = 'mail/';
