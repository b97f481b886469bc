import { makeSendServerMail, type SendServerMail } from '../definitions/project/server-mail.ts';
import type { ToUrl } from '../http/public-url.ts';
import type { RecordStore } from '../records/record-store.ts';
import { type Links, makeLinks } from './account-links.ts';
import { dressed } from './dressed.ts';
import { isMailSetUp, type MailSettings, mailLogo, makeDeliver } from './transport.ts';

/** What the server's own mails are sent with. */
export interface OwnMail {
  readonly send: SendServerMail;
  readonly links: Links;
  /** Whether mail is set up. */
  readonly isOn: boolean;
}

interface Given {
  readonly settings: MailSettings & { readonly accountUrl: string | undefined };
  readonly store: RecordStore;
  readonly toUrl: ToUrl;
  /** The project's mails, some of which may replace the server's own. */
  readonly mails: Parameters<typeof makeSendServerMail>[0]['own'];
}

export function makeOwnMail({ settings, store: { language }, toUrl, mails: own }: Given): OwnMail {
  const deliver = makeDeliver(settings);
  const dress = {
    name: settings.projectName,
    accent: settings.projectAccent,
    hasLogo: mailLogo(settings) !== undefined,
  };
  return {
    send: makeSendServerMail({
      own,
      language,
      deliver: (mail) => deliver({ html: dressed(mail.text, dress).markup, ...mail }),
    }),
    links: makeLinks(settings.accountUrl, toUrl),
    isOn: isMailSetUp(settings),
  };
}
