import { erasureJobKind } from '../access/erasure/erase-traces.ts';
import { publishingKind } from '../access/guarded/planned-publishing.ts';
import { breakGlassKind } from '../features/accounts/break-glass-mail.ts';
import { accountMailKind } from '../features/accounts/mail-job.ts';
import { signInMailKind } from '../features/accounts/sign-in-mail.ts';
import { forgetMailsTo } from '../mail/mail-folder.ts';
import type { Host } from '../module/host.ts';
import { personalRecords } from '../personal-records.ts';
import { lettersKind } from '../project/letters/at-start.ts';
import { searchIndexKind } from '../records/search/search-index.ts';

/** Defines the jobs that requests start. */
export function defineJobs({ settings, records, app, mail, admitTask }: Host): void {
  const warn = (line: string) => app.log.warn(line);
  const mailing = { records, ...mail };
  const kinds = [
    publishingKind(records, admitTask),
    erasureJobKind(records, personalRecords, (addresses) => forgetMailsTo(settings.mailDir, addresses)),
    searchIndexKind(records),
    lettersKind(records, warn),
    accountMailKind(mailing),
    signInMailKind({ ...mailing, isOn: settings.signInMail && mail.isOn }),
    breakGlassKind(mailing, warn),
  ];
  for (const kind of kinds) records.jobs.define(kind);
}
