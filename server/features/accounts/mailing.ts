import type { AnyMail } from '../../definitions/project/define-mail.ts';
import type { Records } from '../../records/records.ts';
import type { Links } from './account-ways.ts';

/** The parts of the jobs that write and send mails about accounts. */
export interface Mailing {
  readonly records: Records;
  readonly links: Links;
  /** Mails of the project, which may take the place of the server's own. */
  readonly own: readonly AnyMail[];
  readonly deliver: (mail: {
    readonly delivery: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html?: string;
  }) => Promise<void>;
}
