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

/** Lets everything through, to count what there is. */
const ALL: IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  nestingLimit: 100,
};

/** The names of tags and attributes that `cleanHtml` removes from HTML, each once. */
export function removedFromHtml(html: string): string[] {
  const cleaned = cleanHtml(html);
  if (cleaned === html) return [];
  const left = namesIn(cleaned);
  return [...namesIn(html)].flatMap(([name, count]) => (count > (left.get(name) ?? 0) ? name : []));
}

/** How often each tag and each attribute occurs. */
function namesIn(html: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const note = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  library()(html, {
    ...ALL,
    transformTags: {
      '*': (tagName, attribs) => {
        for (const name of [tagName, ...Object.keys(attribs)]) note(name);
        return { tagName, attribs };
      },
    },
  });
  return counts;
}
