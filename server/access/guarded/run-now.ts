import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type JobRecord, type Jobs, job, type NewJob } from '../../background/index.ts';
import {
  type AnyJob,
  type AnyMail,
  OWN_JOB,
  OWN_MAIL,
  type RuledPanel,
} from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { mailJobs, ownJob, type RecordStore, type WriteContext } from '../../records/index.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Door } from '../door.ts';
import { created, success } from '../write-result.ts';

/** What is to be run: a job or mail of the project, or a schedule of the server. */
export interface Asked {
  /** As the table of jobs calls it; the name alone if it is of a job, or else of a mail. */
  readonly kind: string;
  readonly input?: unknown;
  /** The address that a mail goes to, and the language of its reader. */
  readonly to?: string | undefined;
  readonly language?: string | undefined;
}

/** A job to add, and the name by which it is found again. */
export interface PreparedJob extends NewJob {
  readonly delivery: string;
}

/** Makes the job of what is to be run now. Throws if there is no such kind, or if its input does not fit. */
export type PrepareJob = (context: WriteContext, asked: Asked) => PreparedJob;

/** What a project defines. */
export interface OwnWork {
  readonly panels: readonly RuledPanel[];
  readonly jobs: readonly AnyJob[];
  readonly mails: readonly AnyMail[];
}

export function makePrepareJob(jobs: Jobs, work: OwnWork): PrepareJob {
  const ownJobs = new Map(work.jobs.map((one) => [OWN_JOB + one.name, one]));
  const mails = new Map(work.mails.map((one) => [OWN_MAIL + one.name, one]));
  const scheduled = () => jobs.nextRuns(Date.now()).map(({ kind }) => kind);
  return (context, { kind: asked, input, to, language }) => {
    const known = [...new Set([...ownJobs.keys(), ...mails.keys(), ...scheduled()])];
    const kind = [asked, OWN_JOB + asked, OWN_MAIL + asked].find((one) => known.includes(one));
    if (kind === undefined) throw unknownKind(asked, known, [...work.jobs, ...work.mails]);
    const delivery = randomUUID();
    const mail = mails.get(kind);
    if (mail) {
      if (to === undefined) throw badParameters({ to: message('mailNeedsAddress') });
      const options = language === undefined ? {} : { language };
      const [sent] = fitting(() => mailJobs(context, mail, { to, input: input ?? {}, options }));
      if (sent) return { ...sent, delivery };
    }
    if (to !== undefined || language !== undefined)
      throw badParameters({ to: message('onlyMailsHaveReaders') });
    const own = ownJobs.get(kind);
    if (own && !own.schedule) return { ...fitting(() => ownJob(context, own, input ?? {})), delivery };
    if (input !== undefined) throw badParameters({ input: message('schedulesHaveNoInput') });
    return { kind, subject: kind, data: '', userId: context.actor.id, delivery }; // never beside a run of the schedule
  };
}

function unknownKind(
  asked: string,
  known: readonly string[],
  named: readonly { readonly name: string }[],
): AppError {
  const near = suggestion(asked, [...known, ...named.map(({ name }) => name)]);
  return badParameters({ kind: message('noSuchJob', { name: asked, near, known: known.join(', ') }) });
}

/** Throws what does not fit the input's schema by its fields. */
function fitting<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof AppError)) throw error;
    const problems = Object.entries(cause.problems).map(([field, problem]) => [`input.${field}`, problem]);
    throw badParameters(Object.fromEntries(problems));
  }
}

/** Adds a job that is to be run now, and answers with its id. It is logged. */
export async function runNow(store: RecordStore, door: Door, prepare: PrepareJob, asked: Asked) {
  const written = await door.write(async (writes) => {
    const added = prepare(writes.context, asked);
    await writes.addJob(added);
    const { kind, delivery } = added;
    const record = await writes.first(job, (select) =>
      select.where('kind', '=', kind).where('delivery', '=', delivery),
    );
    if (!record) throw new Error('a job that was added is gone');
    return created(success.done, message('jobAdded', { kind }), record.id);
  });
  store.jobs.wake();
  return written;
}

const LOOK_EVERY_MS = 50;

/** Resolves once a job was tried: it is done, given up, or waits for its next try. It may run in any process. */
export async function whenTried({ jobs, reads }: RecordStore, id: bigint): Promise<JobRecord> {
  for (;;) {
    await jobs.idle();
    const record = await reads.find(job, id);
    if (!record) throw new Error(`the job ${id} was deleted`);
    if (
      record.state === 'done' ||
      record.state === 'failed' ||
      (record.state === 'waiting' && record.tries > 0)
    )
      return record;
    await wait(LOOK_EVERY_MS);
  }
}
