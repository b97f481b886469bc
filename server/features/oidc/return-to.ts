import { badParameters } from '../../errors.ts';
import type { ToUrl } from '../../http/public-url.ts';
import { message } from './messages/message.ts';

/** Where a visit to a provider may end. */
export interface ReturnPlaces {
  /** Addresses of the project's own pages, complete. */
  readonly urls: readonly string[];
  readonly hasConsole: boolean;
  readonly toUrl: ToUrl;
}

export interface ReturnPlace {
  readonly url: string;
  /** Whether it is the console, where the browser's cookie proves who began the visit. */
  readonly isConsole: boolean;
}

/** The page to return to, as a complete address. Throws for every page that is not this server's console or in the settings. */
export function readReturnTo(asked: string, { urls, hasConsole, toUrl }: ReturnPlaces): ReturnPlace {
  if (urls.includes(asked)) return { url: asked, isConsole: false };
  const read = /^\/console(?=[/?]|$)[\x21-\x7e]*$/.test(asked) && URL.parse(asked, 'http://own.invalid');
  const isConsole = hasConsole && read && /^\/console(\/|$)/.test(read.pathname);
  if (!isConsole) throw badParameters({ return_to: message('unknownReturnTo') });
  return { url: toUrl(read.pathname + read.search), isConsole };
}

/** The page's address with these parameters. */
export function withQuery(url: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(params);
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
