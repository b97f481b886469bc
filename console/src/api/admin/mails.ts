import { call } from '../call.ts';
import { connection } from '../connection.ts';
import type { ItemOf } from '../route-types.ts';

/** A mail that the server keeps instead of sending it. */
export type KeptMail = ItemOf<'GET /cms/mail'>;

/** The kept mails, the newest first; none if the server sends mails. */
export async function listMails() {
  const { is_sent, items } = await call('GET /cms/mail');
  return { isSent: is_sent, items };
}

/** A mail as an `.eml` file. */
export async function readMail({ delivery }: KeptMail): Promise<Blob> {
  return (await connection.response('GET', `/cms/mail/${delivery}`)).blob();
}
