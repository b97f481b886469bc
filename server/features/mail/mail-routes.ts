import { Readable } from 'node:stream';
import { Type } from '../../../contract/json-schema.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { Bytes, type Route, route } from '../../http/index.ts';
import { listMails, readMail } from '../../mail/mail-folder.ts';
import type { MailSettings } from '../../mail/transport.ts';
import { message } from './messages/message.ts';

const common = {
  tag: message('mailTag'),
  access: superAdministrator,
  method: 'GET',
  needsProof: 'withSecondFactor', // reading a link is enough to use it
} as const;

const kept = Type.Object({
  delivery: Type.String(),
  time: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.Optional(Type.String()),
});

/** The mails that a server without MAIL_URL keeps instead of sending them. */
export function mailRoutes({ mailUrl, mailDir }: MailSettings): Route[] {
  const isSent = mailUrl !== undefined;
  return [
    route({
      ...common,
      path: '/cms/mail',
      summary: message('mailListSummary'),
      answer: Type.Object({ is_sent: Type.Boolean(), items: Type.Array(kept) }),
      handle: async () => ({ is_sent: isSent, items: isSent ? [] : await listMails(mailDir) }),
    }),
    route({
      ...common,
      path: '/cms/mail/:delivery',
      params: Type.Object({ delivery: Type.String() }),
      summary: message('mailSummary'),
      produces: 'message/rfc822',
      async handle(_, { params: { delivery } }) {
        const bytes = isSent ? undefined : await readMail(mailDir, delivery);
        if (!bytes) throw new AppError('recordNotFound');
        const headers = {
          'content-type': 'message/rfc822',
          'content-disposition': `attachment; filename="${delivery}.eml"`,
        };
        return new Bytes(200, headers, Readable.from([bytes]));
      },
    }),
  ];
}
