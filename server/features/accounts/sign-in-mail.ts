import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { countUnlessFull, mailAddressOf, type NewNetwork, SIGN_IN_MAIL, user } from '../../access/index.ts';
import type { JobKind } from '../../background/job-kind.ts';
import { log, logged, serverMailKind, type Writes } from '../../records/index.ts';
import { accountMail } from './account-mails.ts';
import type { Mailing } from './mailing.ts';
import { message } from './messages/message.ts';

const facts = Type.Object({
  name: Type.String(),
  network: Type.String(),
  time: Type.String(),
  link: Type.String(),
});

const mail = accountMail<TypeOf<typeof facts>>('quire_sign_in', facts, (values) => [
  message('signInMailSubject'),
  message('signInMailText', values),
]);

/** What mails that follow from a sign-in or a right need. */
export interface SignInMailParts extends Mailing {
  /** Whether such mails are wanted and can be sent. */
  readonly isOn: boolean;
}

/** Informs users of a sign-in from a network that is new to their account. */
export function signInMailKind({ store, links, isOn, send }: SignInMailParts): JobKind {
  return serverMailKind<NewNetwork>({
    name: SIGN_IN_MAIL,
    store,
    send,
    async write(writes, about, isFirstTry) {
      const owner = isOn ? await findReader(writes, about, isFirstTry) : undefined;
      return (
        owner && {
          mail,
          to: owner.to,
          language: about.language,
          facts: {
            name: owner.username,
            network: about.network,
            time: new Date(about.time).toISOString().slice(0, 16).replace('T', ' '),
            link: links.signIn(),
          },
        }
      );
    },
  });

  /** The recipient; undefined without a verified address, and after a few mails in an hour. */
  async function findReader(writes: Writes, { userId, network }: NewNetwork, isFirst: boolean) {
    const owner = await writes.find(user, BigInt(userId));
    const to = mailAddressOf(owner);
    if (!owner || !to) return undefined;
    const { id, username } = owner;
    if (isFirst && !(await countUnlessFull(writes, { kind: 'notices', key: userId }))) return undefined;
    if (isFirst)
      await writes.append(log, {
        ...logged(message('signInMailLogged', { name: username }), store.language),
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
