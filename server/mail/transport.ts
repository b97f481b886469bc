import type { Transporter } from 'nodemailer';
import { PermanentFailure } from '../background/job-kind.ts';
import { CannotStart } from '../errors.ts';
import { readLogo } from '../shared/logo.ts';
import { isInstalled, requireInstalled } from '../shared/system/optional-packages.ts';
import { LOGO_CID } from './dressed.ts';
import type { Mail } from './mail.ts';
import { keepMail } from './mail-folder.ts';

export interface MailSettings {
  readonly mailUrl: string | undefined;
  readonly mailFrom: string;
  readonly mailDir: string;
  /** Whether the folder was chosen, not taken for want of a server. */
  readonly keepsMails: boolean;
  readonly projectName: string;
  readonly projectLogo: string | undefined;
  readonly projectAccent: string | undefined;
}

/** Sends a mail; throws if it could not be handed over. */
export type Deliver = (mail: Mail) => Promise<void>;

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

/** Hands mails over to the server of MAIL_URL; without one, keeps them in the folder. */
export function makeDeliver(settings: MailSettings): Deliver {
  const { mailUrl, mailFrom, mailDir } = settings;
  const logo = mailLogo(settings);
  let opening: Promise<Transporter> | undefined;
  return async ({ delivery, ...mail }) => {
    opening ??= openTransport(mailUrl);
    const transport = await opening;
    const domain = /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
    const message = {
      ...mail,
      ...(logo && mail.html?.includes(`cid:${LOGO_CID}`) && { attachments: [logo] }),
      from: mailFrom,
      messageId: `<${delivery}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    const sent: { message?: unknown } = await transport.sendMail(message).catch((error: unknown) => {
      throw toFailure(error);
    });
    if (mailUrl === undefined) await keepMail(mailDir, { delivery, ...mail }, sent.message as Buffer); // as it was asked for a buffer
  };
}

/** The logo as mails carry it. Mail programs show no SVG. */
export function mailLogo({ projectLogo }: Pick<MailSettings, 'projectLogo'>) {
  const logo = readLogo(projectLogo);
  if (!logo || logo.type === 'image/svg+xml') return undefined;
  return {
    cid: LOGO_CID,
    content: logo.bytes,
    contentType: logo.type,
    contentDisposition: 'inline' as const,
  };
}

async function openTransport(url: string | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  if (url === undefined) return createTransport({ streamTransport: true, buffer: true, ...CLOSED });
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !isSecure && !isLoopback(hostname), // a password is not sent in the clear
    }),
    ...TIMEOUTS,
    ...CLOSED,
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}

/** Whether mails reach somebody: a server sends them, or a folder was chosen to keep them. */
export function isMailSetUp({ mailUrl, mailFrom, keepsMails }: MailSettings): boolean {
  const hasTransport = mailUrl === undefined ? keepsMails : !mailFrom.endsWith('@localhost>');
  return hasTransport && isInstalled('nodemailer');
}

/** Throws if mails are defined but cannot be sent. */
export function requireMailer({ mailUrl, mailFrom }: MailSettings): void {
  if (mailUrl !== undefined && mailFrom.endsWith('@localhost>'))
    throw new CannotStart('MAIL_FROM: not set, and MAIL_URL needs it; allowed: the address of the sender');
  requireInstalled('nodemailer', 'mail/');
}

/** What failed, without the addresses that a server's answer repeats. A mail that is refused for good is not tried again. */
function toFailure(error: unknown): Error {
  const {
    message,
    code,
    responseCode = 0,
  } = error as { message?: string; code?: string; responseCode?: number };
  const what = `the mail could not be sent: ${String(message).replace(/[^\s<>"':;,()]+@[^\s<>"':;,()]+/g, '…')}`;
  const isRefused = responseCode >= 500 && responseCode < 600 && code !== 'EAUTH';
  return isRefused ? new PermanentFailure(what) : new Error(what);
}
