import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import {
  countUnlessFull,
  languageOf,
  mailAddressOf,
  permanentSuperAdministrators,
  user,
} from '../../access/index.ts';
import type { JobKind } from '../../background/job-kind.ts';
import { defineServerMail, type SendServerMail } from '../../definitions/project/server-mail.ts';
import { type Reads, serverMailKind, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { toJson } from '../../shared/exact-json.ts';
import { message } from './messages/message.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

const KIND = 'webhook mail';

/** No mail holds the problem: it may name the receiver, whose address may be a secret. */
const facts = Type.Object({
  name: Type.String(),
  webhook: Type.String(),
  link: Type.String(),
});

const mail = defineServerMail<TypeOf<typeof facts>>({
  name: 'quire_webhook_paused',
  label: message('webhookMailLabel'),
  input: facts,
  words: (values) => [message('webhookMailSubject', values), message('webhookMailText', values)],
});

/** A webhook and a reader of the mail about it, as JSON. */
interface Notice {
  readonly hookId: string;
  readonly userId: string;
}

/** Lets a mail to each of those responsible follow from a pause. */
export async function followByMails(writes: Writes, hook: Webhook): Promise<void> {
  for (const userId of await responsibleFor(writes, hook)) {
    const notice: Notice = { hookId: String(hook.id), userId: String(userId) };
    writes.follow({ kind: KIND, data: toJson(notice) });
  }
}

/** The creator, or the super administrators where no mail reaches the creator. */
async function responsibleFor(reads: Reads, { create_user_id: id }: Webhook): Promise<bigint[]> {
  if (mailAddressOf(await reads.find(user, id))) return [id];
  return (await permanentSuperAdministrators(reads)).map((one) => one.id);
}

interface PauseMailParts {
  readonly store: RecordStore;
  readonly send: SendServerMail;
  /** Where readers sign in. */
  readonly link: () => string;
  /** Whether such mails can be sent. */
  readonly isOn: boolean;
}

/** Mails those responsible for a webhook that it is paused, unless it was resumed meanwhile. */
export function pauseMailKind({ store, send, link, isOn }: PauseMailParts): JobKind {
  return serverMailKind<Notice>({
    name: KIND,
    store,
    send,
    async write(writes, { hookId, userId }, isFirstTry) {
      if (!isOn) return undefined;
      const hook = await writes.find(webhook, BigInt(hookId));
      const reader = await writes.find(user, BigInt(userId));
      const to = mailAddressOf(reader);
      if (hook?.state !== 'paused' || !reader || !to) return undefined;
      // An owner without an address could mail super administrators as often as they resume a webhook.
      if (isFirstTry && !(await countUnlessFull(writes, { kind: 'pauses', key: userId }))) return undefined;
      const language = await languageOf(writes, reader.id);
      return { mail, to, language, facts: { name: reader.username, webhook: hook.name, link: link() } };
    },
  });
}
