import { createHash } from 'node:crypto';

const CLOSED = "default-src 'none'; frame-ancestors 'none'";
const SCRIPT = /<head>.*?<script>(.*?)<\/script>/s;
const ACTION = /<form method="post" action="([^"]*)">/;

/**
 * The policy of an answer of the protocol. The page by which a browser posts an answer to an app (`response_mode=form_post`) may run
 * its one script, which stands before all that others have chosen, and post to the place of this app alone.
 */
export function policyOf(contentType: unknown, text: string): string {
  const script = String(contentType).startsWith('text/html') ? SCRIPT.exec(text)?.[1] : undefined;
  const place = URL.parse(ACTION.exec(text)?.[1] ?? '');
  if (script === undefined || !place) return CLOSED;
  const hash = createHash('sha256').update(script).digest('base64');
  const target = /^https?:$/.test(place.protocol) ? place.origin : place.protocol;
  return `${CLOSED}; base-uri 'none'; script-src 'sha256-${hash}'; form-action ${target}`;
}
