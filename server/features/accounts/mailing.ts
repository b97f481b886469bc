import type { SendServerMail } from '../../definitions/project/server-mail.ts';
import type { Records } from '../../records/records.ts';
import type { Links } from './links.ts';

/** The parts of the jobs that write and send mails about accounts. */
export interface Mailing {
  readonly records: Records;
  readonly links: Links;
  readonly send: SendServerMail;
}
