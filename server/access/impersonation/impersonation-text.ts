import { randomBytes } from 'node:crypto';

/** What every such token begins with. No API key and no token of a session does. */
const PREFIX = 'quireview_';
const FORM = new RegExp(`^${PREFIX}[\\w-]{43}$`);
const IN_HEADER = new RegExp(`^(?:bearer\\s+)?(${PREFIX}.*)$`, 'i');

/** A new token of 256 random bits. */
export function makeImpersonationText(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

export function isImpersonationText(text: string): boolean {
  return FORM.test(text);
}

/** The token in an Authorization header; undefined if there is something else in it. */
export function impersonationIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : IN_HEADER.exec(header)?.[1]?.trim();
}
