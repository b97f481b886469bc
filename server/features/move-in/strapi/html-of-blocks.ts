import { isObject } from '../forms/check-forms.ts';

/** The HTML of formatted text that Strapi keeps as blocks of JSON. */
export function htmlOfBlocks(value: unknown): string | null {
  return Array.isArray(value) ? value.map(nodeHtml).join('') : null;
}

const MARKS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
] as const;

function nodeHtml(node: unknown): string {
  if (!isObject(node)) return '';
  const inner = () => (Array.isArray(node.children) ? node.children.map(nodeHtml).join('') : '');
  switch (node.type) {
    case 'text':
      return MARKS.reduce(
        (html, [mark, tag]) => (node[mark] === true ? `<${tag}>${html}</${tag}>` : html),
        escaped(node.text).replaceAll('\n', '<br>'),
      );
    case 'heading':
      return inElement(`h${Math.min(Math.max(Number(node.level) || 1, 1), 6)}`, inner());
    case 'list':
      return inElement(node.format === 'ordered' ? 'ol' : 'ul', inner());
    case 'list-item':
      return inElement('li', inner());
    case 'quote':
      return inElement('blockquote', inner());
    case 'code':
      return `<pre><code>${inner()}</code></pre>`;
    case 'link':
      return `<a href="${escaped(node.url)}">${inner()}</a>`;
    case 'image':
      return imageHtml(isObject(node.image) ? node.image : {});
    default:
      return inElement('p', inner());
  }
}

function imageHtml({ url, alternativeText }: Record<string, unknown>): string {
  return `<img src="${escaped(url)}" alt="${escaped(alternativeText)}">`;
}

const inElement = (tag: string, html: string) => `<${tag}>${html}</${tag}>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: unknown): string {
  return String(text ?? '').replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}
