import { createRequire } from 'node:module';
import type { IOptions } from 'sanitize-html';
import { lazy } from '../../../shared/lazy.ts';

/** The tags and attributes of an article: nothing that runs, frames, styles or collects. */
const POLICY: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'blockquote', 'pre', 'hr', 'br', 'wbr'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img', 'a', 'span'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q'],
    ...['code', 'kbd', 'samp', 'var', 'time', 'ruby', 'rb', 'rp', 'rt'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    abbr: ['title'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
    '*': ['lang', 'dir'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
};

/** Loaded by the first value, so that no start waits for it. */
const library = lazy(() => createRequire(import.meta.url)('sanitize-html') as typeof import('sanitize-html'));

/** Removes everything harmful from HTML. */
export function cleanHtml(html: string): string {
  return library()(html, POLICY);
}
