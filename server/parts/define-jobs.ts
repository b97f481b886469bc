import { makeAdmitTask } from '../access/admission/admit-task.ts';
import type { FindKey } from '../access/api-keys/find-key.ts';
import { erasureJobKind } from '../access/erasure/erase-traces.ts';
import { publishingKind } from '../access/guarded/planned-publishing.ts';
import { makeFindUser } from '../access/sign-in/actors.ts';
import { makeSendServerMail } from '../definitions/project/server-mail.ts';
import { breakGlassKind } from '../features/accounts/break-glass-mail.ts';
import { makeLinks } from '../features/accounts/links.ts';
import { accountMailKind } from '../features/accounts/mail-job.ts';
import { signInMailKind } from '../features/accounts/sign-in-mail.ts';
import { isInOpenSet } from '../features/change-sets/open-items.ts';
import type { Uploads } from '../features/files/open-uploads.ts';
import { purgeFileKinds } from '../features/files/purge/purge-files.ts';
import { removePiecesKind } from '../features/files/resumable/remove-uploads.ts';
import type { OwnWork } from '../features/jobs/run-now.ts';
import { forgetMailsTo } from '../features/mail/mail-folder.ts';
import { isMailSetUp, type MailSettings, makeDeliver } from '../features/mail/transport.ts';
import { importJobKinds, importsWait } from '../features/transfer/import-jobs.ts';
import { pauseMailKind } from '../features/webhooks/pause-mail.ts';
import type { ToUrl } from '../http/public-url.ts';
import { personalRecords } from '../personal-records.ts';
import { lettersKind } from '../project/letters/at-start.ts';
import type { Records } from '../records/records.ts';
import { searchIndexKind } from '../records/search/search-index.ts';

export interface JobSettings extends MailSettings {
  readonly records: Records;
  readonly switchedOff: ReadonlySet<string>;
  readonly accountUrl: string | undefined;
  /** Whether a mail tells users of sign-ins from a new network. */
  readonly signInMail: boolean;
  /** What the project defines; some of its mails may replace the server's own. */
  readonly work: OwnWork;
}

interface Tools {
  readonly uploads: Uploads;
  readonly findKey: FindKey;
  readonly toUrl: ToUrl;
  readonly warn: (line: string) => void;
}

/** Defines the jobs that requests start. */
export function defineJobs(settings: JobSettings, { uploads, findKey, toUrl, warn }: Tools): void {
  const { records, switchedOff, accountUrl } = settings;
  const own = settings.work.mails;
  const findUser = makeFindUser(records);
  const admitTask = makeAdmitTask({ database: records.database, findUser, findKey, switchedOff });
  const links = makeLinks(accountUrl, toUrl);
  const send = makeSendServerMail({ own, language: records.language, deliver: makeDeliver(settings) });
  const mailing = { records, links, send };
  const hasMail = isMailSetUp(settings);
  const kinds = [
    ...importJobKinds({ records, files: uploads.storage, admitTask }),
    publishingKind(records, admitTask),
    erasureJobKind(records, personalRecords, (addresses) => forgetMailsTo(settings.mailDir, addresses)),
    ...purgeFileKinds(records, { storage: uploads.storage, importsWait, isInOpenSet }),
    removePiecesKind(uploads.storage),
    searchIndexKind(records),
    lettersKind(records, warn),
    accountMailKind(mailing),
    signInMailKind({ ...mailing, isOn: settings.signInMail && hasMail }),
    breakGlassKind({ ...mailing, isOn: hasMail }, warn),
    pauseMailKind({ records, send, link: links.signIn, isOn: hasMail }),
  ];
  for (const kind of kinds) records.jobs.define(kind);
}
