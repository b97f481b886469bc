import { join } from 'node:path';
import type { ItemOf } from '../bodies.ts';
import { type FreshApp, freshApp } from '../fresh-app.ts';
import { temporaryFolder } from '../test-database.ts';
import { until } from '../until.ts';

export const SITE = 'https://site.test/account';

export interface AccountMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The token of its link; empty without one. */
  readonly token: string;
  readonly link: string;
}

/** A server whose mails about accounts are kept in a folder of its own, and what tests read of them. */
export async function accountApp(changes: Parameters<typeof freshApp>[0] = {}) {
  const mails = {
    keepsMails: true,
    mailDir: join(temporaryFolder(), 'mail'),
    mailUrl: undefined,
    accountUrl: SITE,
    signUp: 'open',
  } as const;
  const app = await freshApp({ ...mails, ...changes });
  let networks = 0;

  /** The mails that were sent to an address, the newest first. */
  async function mailsTo(address: string): Promise<AccountMail[]> {
    await app.server.store.jobs.idle();
    const all = await app.root.list<ItemOf<'GET /cms/mail'>>('/cms/mail');
    return all.filter(({ to }) => to === address).map(withLink);
  }

  /**
   * The newest token that an address got by mail. Waits for it: another instance of the server may be the one that sends it.
   * Notices, which have none, are sent beside it in any order.
   */
  async function tokenFor(address: string): Promise<string> {
    let token = '';
    await until(async () => {
      token = (await mailsTo(address)).find((mail) => mail.token !== '')?.token ?? '';
      return token !== '';
    });
    return token;
  }

  /** Asks for a mail, each time from another network. */
  const askFor = (way: 'sign-up' | 'reset', email: string) =>
    app.nobody.post(`/cms/account/${way}`, { email }, { address: newNetwork() });
  const newNetwork = () => `10.1.${Math.floor(++networks / 250)}.${networks % 250}`;

  /** A user with an address that an administrator gave. */
  async function member(email: string) {
    const person = await app.person();
    await app.root.done(`PUT /cms/admin/user/${person.id}`, { email });
    return person;
  }

  return { ...(app satisfies FreshApp), mailsTo, tokenFor, askFor, newNetwork, member };
}

function withLink(mail: { to: string; subject: string; text: string }): AccountMail {
  const [link = '', token = ''] = /https?:\/\/\S+#([\w-]{43})/.exec(mail.text) ?? [];
  return { ...mail, link, token };
}
