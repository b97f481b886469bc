import { connection } from '../connection.ts';

/** A mail that the server keeps instead of sending it. */
export interface KeptMail {
  readonly delivery: string;
  readonly time: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The last mails that were kept, the newest first; none where the server sends them. */
export async function listMails() {
  const { is_sent, items } = await connection.request('GET', '/cms/mail');
  return { isSent: is_sent === true, items: items as readonly KeptMail[] }; // the documented form of this route
}

/** A mail as it would have been sent, for the programs that show such files. */
export async function readMail({ delivery }: KeptMail): Promise<Blob> {
  return (await connection.response('GET', `/cms/mail/${delivery}`)).blob();
}
