import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { user } from '../../access/accounts/user.record.ts';
import { type NewNetwork, SIGN_IN_MAIL } from '../../access/sign-in/sign-in-mail-job.ts';
import { countOrRefuse } from '../../access/sign-in/throttle.ts';
import type { HeldJob } from '../../background/job-store.ts';
import type { JobKind } from '../../background/jobs.ts';
import { textIn } from '../../definitions/project/define-mail.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { log, logged } from '../../records/log.record.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import type { Writes } from '../../records/write/writes.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { accountMail } from './account-mails.ts';
import type { Mailing } from './mailing.ts';

const facts = Type.Object({
  name: Type.String(),
  network: Type.String(),
  time: Type.String(),
  link: Type.String(),
});

const standard = accountMail<TypeOf<typeof facts>>('quire_sign_in', facts, (values) => [
  message('signInMailSubject'),
  message('signInMailText', values),
]);

/** What mails that follow from a sign-in or a right need. */
export interface SignInMailParts extends Mailing {
  /** Whether such mails are wanted and can be sent. */
  readonly isOn: boolean;
}

/** Informs users of a sign-in from a network that is new to their account. */
export function signInMailKind({ records, links, isOn, own, deliver }: SignInMailParts): JobKind {
  return {
    name: SIGN_IN_MAIL,
    atOnce: 4,
    mostTries: 8,
    isOverAnyway: true,
    async run({ data, delivery, tries }: HeldJob) {
      if (!isOn) return;
      const about = fromOwnJson<NewNetwork>(data);
      const owner = await records.write(systemContext(SIGN_IN_MAIL), (writes) =>
        findReader(writes, about, tries === 1),
      );
      if (!owner) return;
      const mail = own.find(({ name }) => name === standard.name) ?? standard;
      const { subject, text, html } = textIn(
        mail,
        about.language,
        records.language,
      )({
        name: owner.username,
        network: about.network,
        time: new Date(about.time).toISOString().slice(0, 16).replace('T', ' '),
        link: links.signIn(),
      });
      await deliver({ delivery, to: owner.to, subject, text, ...(html && { html: html.markup }) });
    },
  };

  /** The recipient; undefined without a verified address, and after a few mails in an hour. */
  async function findReader(writes: Writes, { userId, network }: NewNetwork, isFirst: boolean) {
    const owner = await writes.find(user, BigInt(userId));
    if (!owner?.active || !owner.email || owner.email_standing === 'claimed') return undefined;
    const { id, username, email } = owner;
    if (isFirst && !(await isWithinBounds(writes, userId))) return undefined;
    if (isFirst)
      await writes.append(log, {
        ...logged(message('signInMailLogged', { name: username }), records.language),
        user_id: id,
        username,
        status_code: 200,
        method: 'JOB',
        path: SIGN_IN_MAIL,
        permission: '',
        address: network,
      });
    return { username, to: email };
  }
}

async function isWithinBounds(writes: Writes, userId: string): Promise<boolean> {
  try {
    await countOrRefuse(writes, [{ kind: 'notices', key: userId }]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.key === 'tooManyRequests') return false;
    throw error;
  }
}
