import type { Field } from '../../definitions/field.ts';

/** A stored text as a reader sees it, without tags and Markdown marks. */
export function plainTextOf({ format }: Pick<Field, 'format'>, value: unknown): string {
  if (typeof value !== 'string') return '';
  if (format === 'html') return textOfHtml(value);
  return format === 'markdown' ? textOfMarkdown(value) : value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/** Stored HTML was cleaned, so its tags are complete and it holds only these entities. */
function textOfHtml(html: string): string {
  return html
    .replace(/<(?:\/(?:p|li|h[1-6]|tr|td|th|dt|dd|div|blockquote|pre|figcaption)|br|hr)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (all, name, decimal, hex) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : all;
    })
    .replace(/\n{3,}/g, '\n\n');
}

/** Each pattern is bounded, so no text takes long. */
function textOfMarkdown(markdown: string): string {
  return markdown
    .replace(/^\s{0,3}\[[^\]\n]{1,200}\]:.*$/gm, '') // definitions of links
    .replace(/!?\[([^\]\n]{0,2000})\]\([^\s()]{0,2000}(?:\([^\s()]{0,500}\))?[^()\n]{0,500}\)/g, '$1')
    .replace(/<(https?:[^<>\s]{0,2000})>/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}\s|>\s?|[-+*]\s|\d{1,9}[.)]\s)/gm, '')
    .replace(/[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}/g, '');
}
