import type { Pending } from '../../http/page-files.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { message } from './messages/message.ts';

/** How often the page asks again while the console is being built, in seconds. */
const AGAIN = 2;

/** A page in place of the console, which gives way to it by itself once it is built. */
export function pendingPage(pending: Pending, language: Language): Buffer {
  const text = render(message(pending === 'building' ? 'consoleIsBuilding' : 'consoleHasFailed'), language);
  const again = pending === 'building' ? `<meta http-equiv="refresh" content="${AGAIN}">` : '';
  return Buffer.from(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8">${again}<title>Quire</title></head>
<body><p>${text}</p></body>
</html>
`);
}
