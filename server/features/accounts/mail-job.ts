import {
  ACCOUNT_MAIL,
  findByAddress,
  HOURS,
  issueToken,
  mailToken,
  type Purpose,
  prepareToken,
  user,
} from '../../access/index.ts';
import type { JobKind } from '../../background/job-kind.ts';
import type { NewJob } from '../../background/job-store.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Links } from '../../mail/account-links.ts';
import type { Language } from '../../messages/languages.ts';
import type { Text } from '../../messages/message.ts';
import { log, logged, serverMailKind, type Writes } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { type AccountMail, accountMails, type MailFacts } from './account-mails.ts';
import type { Mailing } from './mailing.ts';
import { message } from './messages/message.ts';

interface From {
  readonly language: Language;
  /** Where the request came from, for the log. */
  readonly network: string;
}

/**
 * A request for a mail. The job decides what to send after the request was answered, so that no answer reveals who has an
 * account.
 */
type MailRequest = From &
  (
    | { readonly about: 'sign_up' | 'reset'; readonly address: string }
    | { readonly about: 'token'; readonly id: string }
    | { readonly about: 'notice'; readonly mail: AccountMail; readonly to: string; readonly name: string }
  );

/** A mail about an account, to follow from a transaction. */
export function accountMailJob(asked: MailRequest): NewJob {
  return { kind: ACCOUNT_MAIL, data: toJson(asked) };
}

interface Letter {
  readonly mail: AccountMail;
  readonly to: string;
  readonly facts: MailFacts;
}

/** How mails about accounts are written and sent. */
export function accountMailKind({ store, links, send }: Mailing): JobKind {
  return serverMailKind<MailRequest>({
    name: ACCOUNT_MAIL,
    store,
    send,
    async write(writes, asked, isFirstTry) {
      const letter = await new LetterWriter(writes, links, store.language).write(asked, isFirstTry);
      return letter && { ...letter, mail: accountMails[letter.mail], language: asked.language };
    },
  });
}

class LetterWriter {
  readonly #writes: Writes;
  readonly #links: Links;
  readonly #language: Language;

  constructor(writes: Writes, links: Links, language: Language) {
    this.#writes = writes;
    this.#links = links;
    this.#language = language;
  }

  /** The mail, if there is one to send. Each try makes a new token. */
  async write(asked: MailRequest, isFirst: boolean): Promise<Letter | undefined> {
    switch (asked.about) {
      case 'sign_up':
        return this.#signUp(asked, isFirst);
      case 'reset':
        return this.#reset(asked, isFirst);
      case 'token':
        return this.#token(BigInt(asked.id), asked, isFirst);
      case 'notice':
        return this.#notice(asked.mail, asked.to, asked.name);
    }
  }

  async #signUp(asked: From & { readonly address: string }, isFirst: boolean): Promise<Letter | undefined> {
    const holder = await findByAddress(this.#writes, asked.address);
    if (holder) return this.#known(holder, asked, isFirst);
    if (isFirst) await this.#log(message('signUpMailLogged'), asked);
    return this.#withToken(
      await prepareToken(this.#writes, { purpose: 'sign_up', address: asked.address }),
      '',
    );
  }

  async #reset(asked: From & { readonly address: string }, isFirst: boolean): Promise<Letter | undefined> {
    const owner = await findByAddress(this.#writes, asked.address);
    if (!owner?.email || !owner.active || owner.is_service) {
      if (isFirst) await this.#log(message('unknownAddressLogged'), asked, owner);
      return undefined;
    }
    const { id, username, email } = owner;
    if (isFirst) await this.#log(message('resetMailLogged', { name: username }), asked, owner);
    const wanted = { purpose: 'reset', address: email, userId: id } as const; // the stored address, never the typed one
    return this.#withToken(await prepareToken(this.#writes, wanted), username);
  }

  async #token(id: bigint, asked: From, isFirst: boolean): Promise<Letter | undefined> {
    const record = await this.#writes.find(mailToken, id);
    if (!record) return undefined;
    const holder =
      record.purpose === 'address_change' ? await findByAddress(this.#writes, record.address) : undefined;
    if (holder && holder.id !== record.user_id) {
      await this.#writes.remove(mailToken, id);
      return this.#known(holder, asked, isFirst);
    }
    const owner = record.user_id === null ? undefined : await this.#writes.find(user, record.user_id);
    return this.#withToken(id, owner?.username ?? '');
  }

  async #known(holder: RecordOf<typeof user>, asked: From, isFirst: boolean): Promise<Letter | undefined> {
    const { username, email } = holder;
    if (isFirst) await this.#log(message('knownAddressLogged', { name: username }), asked, holder);
    return email === null ? undefined : this.#notice('known_address', email, username);
  }

  async #withToken(id: bigint, name: string): Promise<Letter | undefined> {
    const made = await issueToken(this.#writes, id);
    if (!made) return undefined;
    const { token, record } = made;
    const { purpose, address } = record;
    const link = this.#links.withToken(purpose, token);
    return {
      mail: purpose satisfies Purpose,
      to: address,
      facts: { name, address, link, hours: HOURS[purpose] },
    };
  }

  #notice(mail: AccountMail, to: string, name: string): Letter {
    return { mail, to, facts: { name, address: to, link: this.#links.signIn(), hours: 0 } };
  }

  #log(text: Text, { network }: From, account?: RecordOf<typeof user>): Promise<void> {
    return this.#writes.append(log, {
      ...logged(text, this.#language),
      user_id: account?.id ?? 0n,
      username: account?.username ?? '',
      status_code: 200,
      method: 'JOB',
      path: ACCOUNT_MAIL,
      permission: '',
      address: network,
    });
  }
}
