import type { SendServerMail } from '../../definitions/project/server-mail.ts';
import type { Links } from '../../mail/account-links.ts';
import type { RecordStore } from '../../records/record-store.ts';

/** The parts of the jobs that write and send mails about accounts. */
export interface Mailing {
  readonly store: RecordStore;
  readonly links: Links;
  readonly send: SendServerMail;
}
