import MarkdownIt from 'markdown-it';

/** HTML is shown as its source. Pictures of other hosts are not loaded by this page: their address is shown instead. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** What readers will see of a Markdown text. */
export function renderMarkdown(source: string): ChildNode[] {
  const { body } = new DOMParser().parseFromString(markdown.render(source), 'text/html');
  return [...body.childNodes];
}
