import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { languageOf } from '../../access/sign-in/known-networks.ts';
import type { JobKind } from '../../background/job-kind.ts';
import type { HeldJob, NewJob } from '../../background/job-store.ts';
import { MAIL_JOB } from '../../definitions/project/server-mail.ts';
import type { Writes } from '../../records/write/writes.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { accountMail } from './account-mails.ts';
import { breakGlassRecipients, unreachedOf } from './break-glass-recipients.ts';
import { message } from './messages/message.ts';
import type { SignInMailParts } from './sign-in-mail.ts';

const KIND = 'break-glass mail';

const facts = Type.Object({
  name: Type.String(),
  user: Type.String(),
  reason: Type.String(),
  until: Type.String(),
  link: Type.String(),
});

const standard = accountMail<TypeOf<typeof facts>>('quire_break_glass', facts, (values) => [
  message('breakGlassMailSubject', values),
  message('breakGlassMailText', values),
]);

interface Broken {
  readonly username: string;
  readonly reason: string;
  readonly until: number;
}

/** The content of a job: a mail if it has a recipient, else a line of the server's log, with the names that no mail reaches. */
type Notice = Broken & {
  readonly to?: string;
  readonly name?: string;
  readonly language?: string;
  readonly withoutMail?: readonly string[];
};

/** The jobs that give notice of a break-glass, and the super administrators whom no mail reaches. */
interface Notices {
  readonly jobs: readonly NewJob[];
  readonly withoutMail: readonly string[];
}

/**
 * A mail to each super administrator, and a line of the server's log. Addresses are read now: the new super administrator could
 * change them later.
 */
export async function breakGlassJobs(writes: Writes, broken: Broken, hasMail: boolean): Promise<Notices> {
  const all = await breakGlassRecipients(writes, hasMail);
  const unreached = unreachedOf(all);
  const notices: Notice[] = [{ ...broken, withoutMail: unreached }];
  for (const { id, username, address } of all) {
    if (address === null) continue;
    const language = await languageOf(writes, id);
    notices.push({ ...broken, to: address, name: username, ...(language && { language }) });
  }
  return { jobs: notices.map((one) => ({ kind: KIND, data: toJson(one) })), withoutMail: unreached };
}

/** Informs super administrators, and the server's log, that somebody became one of them for minutes. */
export function breakGlassKind(
  { links, isOn, send }: SignInMailParts,
  warn: (line: string) => void,
): JobKind {
  return {
    name: KIND,
    ...MAIL_JOB,
    async run({ data, delivery }: HeldJob) {
      const { to, name = '', language, withoutMail = [], ...broken } = fromOwnJson<Notice>(data);
      const until = new Date(broken.until).toISOString().slice(0, 16).replace('T', ' ');
      if (to === undefined) {
        const silence = withoutMail.length > 0 ? `; nobody mails ${withoutMail.join(', ')}` : '';
        return warn(`break-glass: ${broken.username} is a super administrator until ${until} UTC${silence}`);
      }
      if (!isOn) return;
      const words = { name, user: broken.username, reason: broken.reason, until, link: links.signIn() };
      await send({ mail: standard, delivery, to, language, facts: words });
    },
  };
}
