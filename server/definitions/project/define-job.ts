import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { Text } from '../../messages/message.ts';
import { aFunction, anObject, name, needed, oneOf, text, wholeNumber } from '../checks/option-checks.ts';
import { isPlainObject, type OptionTable, problemsOfOptions } from '../checks/options.ts';
import { problemOfSchemas } from '../checks/schema-problem.ts';
import type { HookEvent } from '../hooks.ts';
import type { Records } from '../types/collections-api.ts';
import { hasFiveParts, problemOfPattern } from './cron-pattern.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';

/** When a job is added again and again: minute, hour, day of month, month, day of week. */
interface JobSchedule {
  readonly cron: string;
  /** An IANA name, such as `Europe/Berlin`; UTC if left out. */
  readonly timeZone?: string;
  /**
   * What becomes of several due times that were missed because the database or all servers were away: one run for the last
   * (`once`, if left out), one for each of the last hundred, or none.
   */
  readonly missed?: 'once' | 'each' | 'none';
}

/** What a job receives. */
export interface JobEvent<Input = unknown> extends HookEvent {
  readonly input: Input;
  /** A UUID, the same at each try, so that a receiver can recognise repetitions. */
  readonly delivery: string;
  /** The due time of its schedule, in milliseconds since 1970, even if it runs late; undefined for any other job. */
  readonly due: number | undefined;
  /** The first try is 1. */
  readonly tries: number;
  /** Aborted when the time is up, the server stops, or another process has taken over. Pass it to `fetch`. */
  readonly signal: AbortSignal;
  /**
   * Runs work as one transaction; an error undoes all of it. Outside of one, each write of `records` is its own transaction.
   */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>;
}

/** The declaration of a job. */
export interface JobSource<Input> {
  /** Names the job in the table of jobs; snake_case. */
  readonly name: string;
  /** What people read. */
  readonly label: Text;
  /** Checked when the job is enqueued, and types the job's input. */
  readonly input?: JsonSchema<Input>;
  /** Adds the job at the times of a calendar, once for all processes. */
  readonly schedule?: JobSchedule;
  /** How often it is tried before it is given up; 12 if left out. */
  readonly tries?: number;
  /** How many of them each process runs at once; 4 if left out. */
  readonly atOnce?: number;
  /** Seconds that one try may take; 300 if left out. */
  readonly timeout?: number;
  /** Jobs of the same key run one after the other, in the order in which they were enqueued. */
  readonly key?: (input: Input) => string;
  readonly run: (event: JobEvent<Input>) => unknown;
  /** Called once the last try has failed. */
  readonly givenUp?: (event: JobEvent<Input> & { readonly problem: unknown }) => unknown;
}

/** A job with a schedule has no input, and no key that would follow from it. */
type ScheduledOrSent =
  | { readonly schedule?: undefined }
  | { readonly input?: undefined; readonly key?: undefined };

/** A job of a project. */
export interface JobDefinition<in out Input = never> extends JobSource<Input> {
  readonly tries: number;
  readonly atOnce: number;
  readonly timeout: number;
}

/** A job with any input. */
export type AnyJob = JobDefinition<unknown>;

const SCHEDULE: OptionTable<JobSchedule> = {
  owner: 'schedule',
  checks: {
    cron: needed({
      allowed: "minute, hour, day of month, month and day of week, such as '0 3 * * *'",
      accepts: hasFiveParts,
    }),
    timeZone: {
      allowed: "an IANA name such as 'Europe/Berlin'",
      accepts: isTimeZone,
      words: () => Intl.supportedValuesOf('timeZone'),
    },
    missed: oneOf('once', 'each', 'none'),
  },
  contradiction: ({ cron }) => problemOfPattern(cron),
};

const JOB: OptionTable<JobSource<unknown>> = {
  owner: 'a job',
  checks: {
    name: needed(name),
    label: needed(text),
    input: anObject,
    schedule: {
      allowed: "an object such as { cron: '0 3 * * *', timeZone: 'Europe/Berlin' }",
      accepts: isPlainObject,
    },
    tries: wholeNumber(1, 100),
    atOnce: wholeNumber(1, 1000),
    timeout: wholeNumber(1, 86_400),
    key: aFunction,
    run: needed(aFunction),
    givenUp: aFunction,
  },
  contradiction: ({ schedule, input, key }) => {
    if (schedule && input) return "'schedule' excludes 'input': nobody sends it";
    if (schedule && key) return "'schedule' excludes 'key': runs of one schedule never overlap";
    const [problem] = schedule ? problemsOfOptions(SCHEDULE, schedule) : [];
    return problem ?? problemOfSchemas({ input });
  },
};

/** Describes a job; `records.enqueue(job, input)` adds one. Throws if the description contradicts itself. */
export function defineJob<Input = Record<never, never>>(
  source: JobSource<Input> & ScheduledOrSent,
): JobDefinition<Input> {
  requireSound(subjectOf('job', source?.name), JOB, source);
  return markDefined('defineJob', { tries: 12, atOnce: 4, timeout: 300, ...source });
}

/** Cron itself accepts unknown zones. */
function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
