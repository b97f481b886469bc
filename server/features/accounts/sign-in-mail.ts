import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { mailAddressOf } from '../../access/accounts/addresses.ts';
import { user } from '../../access/accounts/user.record.ts';
import { type NewNetwork, SIGN_IN_MAIL } from '../../access/sign-in/sign-in-mail-job.ts';
import { countUnlessFull } from '../../access/sign-in/throttle.ts';
import type { HeldJob } from '../../background/job-store.ts';
import type { JobKind } from '../../background/jobs.ts';
import { MAIL_JOB } from '../../definitions/project/server-mail.ts';
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
export function signInMailKind({ records, links, isOn, send }: SignInMailParts): JobKind {
  return {
    name: SIGN_IN_MAIL,
    ...MAIL_JOB,
    async run({ data, delivery, tries }: HeldJob) {
      if (!isOn) return;
      const about = fromOwnJson<NewNetwork>(data);
      const owner = await records.write(systemContext(SIGN_IN_MAIL), (writes) =>
        findReader(writes, about, tries === 1),
      );
      if (!owner) return;
      const facts = {
        name: owner.username,
        network: about.network,
        time: new Date(about.time).toISOString().slice(0, 16).replace('T', ' '),
        link: links.signIn(),
      };
      await send(standard, { delivery, to: owner.to, language: about.language, facts });
    },
  };

  /** The recipient; undefined without a verified address, and after a few mails in an hour. */
  async function findReader(writes: Writes, { userId, network }: NewNetwork, isFirst: boolean) {
    const owner = await writes.find(user, BigInt(userId));
    const to = mailAddressOf(owner);
    if (!owner || !to) return undefined;
    const { id, username } = owner;
    if (isFirst && !(await countUnlessFull(writes, { kind: 'notices', key: userId }))) return undefined;
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
    return { username, to };
  }
}
