import MarkdownIt from 'markdown-it';

/** Shows HTML as source, and image addresses in place of images, which may be on other hosts. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** Renders Markdown as readers see it. */
export function renderMarkdown(source: string): ChildNode[] {
  const { body } = new DOMParser().parseFromString(markdown.render(source), 'text/html');
  return [...body.childNodes];
}
