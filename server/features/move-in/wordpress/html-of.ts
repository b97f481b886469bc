const BLOCK =
  /^\s*<\/?(?:p|div|h[1-6]|ul|ol|li|table|blockquote|pre|figure|hr|section|article|iframe|form)\b/i;

/** The HTML of a post: the classic editor kept paragraphs as blank lines, which WordPress turned into HTML when it showed them. */
export function htmlOf(content: string): string {
  const isWhole = /<!-- wp:|<p[\s>]/.test(content);
  if (isWhole || content.trim() === '') return content;
  return content
    .split(/\r?\n\s*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.trim().replace(/\r?\n/g, '<br>')}</p>`))
    .join('\n');
}
