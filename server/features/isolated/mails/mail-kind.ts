import { languageOf, mailAddressOf, user } from '../../../access/index.ts';
import type { JobKind } from '../../../background/job-kind.ts';
import { type AnyMail, filledWords, MAIL_JOB, type NeededMail } from '../../../definitions/for-server.ts';
import type { OwnMail } from '../../../mail/own-mail.ts';
import { isLanguage } from '../../../messages/languages.ts';
import { render } from '../../../messages/message.ts';
import type { RecordStore } from '../../../records/record-store.ts';
import { fromOwnJson } from '../../../shared/json.ts';
import { message } from '../messages/message.ts';

export const MAIL_KIND = 'mail of plug-ins';

/** A mail of a plug-in that waits. Its words are those that are granted when it is sent. */
export interface Waiting {
  readonly plugin: string;
  readonly mail: string;
  readonly values: Readonly<Record<string, string>>;
  readonly language?: string;
  /** An address, or a user, whose address is found when the mail is sent. */
  readonly to?: string;
  readonly userId?: string;
}

interface Parts {
  readonly store: RecordStore;
  readonly send: OwnMail['send'];
  /** The mails that a plug-in may send now; undefined if it has no grant, or is paused. */
  grantedMails(plugin: string): Promise<Readonly<Record<string, NeededMail>> | undefined>;
}

/** How mails of plug-ins are sent. One whose grant has ended, or was paused or narrowed meanwhile, is not sent. */
export function pluginMailKind({ store, send, grantedMails }: Parts): JobKind {
  return {
    name: MAIL_KIND,
    label: message('pluginMailsLabel'),
    ...MAIL_JOB,
    async run({ data, delivery }) {
      const { plugin, mail: name, values, userId, ...asked } = fromOwnJson<Waiting>(data);
      const mails = (await grantedMails(plugin)) ?? {};
      const mail = Object.hasOwn(mails, name) ? mails[name] : undefined;
      const id = userId === undefined ? undefined : BigInt(userId);
      const to = id === undefined ? asked.to : mailAddressOf(await store.ownReads.find(user, id));
      if (!mail || to === undefined) return;
      const own = id === undefined ? undefined : await languageOf(store.ownReads, id);
      const language = asked.language ?? own ?? store.language;
      await send({ mail: toMail(plugin, name, mail), to, language, facts: values, delivery });
    },
  };
}

/** The mail with its values, and a line that names the plug-in, in each of its languages. */
function toMail(plugin: string, name: string, { label, texts }: NeededMail): AnyMail {
  const inLanguages = Object.entries(texts).map(([language, { subject, text }]) => [
    language,
    (values: unknown) => {
      const given = new Map(Object.entries(values as Waiting['values'])); // the facts of `send`
      const footer = render(message('pluginMailFooter', { plugin }), isLanguage(language) ? language : 'en');
      return { subject: filledWords(subject, given), text: `${filledWords(text, given)}\n\n${footer}` };
    },
  ]);
  return { name: `quire_plugin.${plugin}.${name}`, label, texts: Object.fromEntries(inLanguages) };
}
