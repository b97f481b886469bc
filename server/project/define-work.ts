import { mailKind } from '../mail/mail-kind.ts';
import { type MailSettings, makeDeliver } from '../mail/transport.ts';
import type { RecordStore } from '../records/record-store.ts';
import { ownJobKind } from '../records/write/hooks/own-job-kind.ts';
import type { Project } from './project.ts';

/** Defines the project's jobs, when they are due, and the jobs that send its mails. */
export function defineWork(store: RecordStore, { jobs, mail }: Project, settings: MailSettings): void {
  for (const { defined: job } of jobs) {
    const kind = ownJobKind(job, store.placeOf);
    store.jobs.define(kind);
    if (job.schedule) store.jobs.repeat(kind, job.schedule);
  }
  const deliver = makeDeliver(settings);
  for (const { defined } of mail) store.jobs.define(mailKind(defined, deliver, store.language));
}
