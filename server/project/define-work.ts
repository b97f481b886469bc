import { mailKind } from '../mail/mail-kind.ts';
import { type MailSettings, makeDeliver } from '../mail/transport.ts';
import type { Records } from '../records/records.ts';
import { ownJobKind } from '../records/write/hooks/own-job-kind.ts';
import type { Project } from './project.ts';

/** Defines the project's jobs, when they are due, and the jobs that send its mails. */
export function defineWork(records: Records, { jobs, mail }: Project, settings: MailSettings): void {
  for (const { defined: job } of jobs) {
    const kind = ownJobKind(job, records.placeOf);
    records.jobs.define(kind);
    if (job.schedule) records.jobs.repeat(kind, job.schedule);
  }
  const deliver = makeDeliver(settings);
  for (const { defined } of mail) records.jobs.define(mailKind(defined, deliver, records.language));
}
