/** Equivalent tags. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's' };
/** The editor wraps every line in this tag. */
const PARAGRAPH = 'p';

/** Whether the editor preserved all tags, attributes and text. */
export function isKept(before: string, after: string): boolean {
  return signatureOf(before) === signatureOf(after);
}

function signatureOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return childrenOf(body)
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();
}

function childrenOf(node: Node): string {
  return Array.from(node.childNodes, partOf).join('');
}

function partOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
  const name = node.localName;
  const attributes = Array.from(node.attributes, ({ name, value }) => ` ${name}=${value}`).sort();
  if (name === PARAGRAPH && attributes.length === 0) return ` ${childrenOf(node)} `;
  return `<${SAME[name] ?? name}${attributes.join('')}>${childrenOf(node)}</>`;
}
