// The menu, read from the tables of docs/README.md and docs/design/README.md: a page stands in its table once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { linkOnSite } from './pages.ts';

type Item = DefaultTheme.SidebarItem;

/** The parts of the documentation with their pages, in the order of their lists of contents. */
export function sidebarOf(folder: string): Item[] {
  const [documentation = [], design = []] = ['contents.md', 'design/index.md'].map((page) =>
    partsOf(page, readFileSync(join(folder, page), 'utf8')),
  );
  return [
    { text: 'Start', items: [{ text: 'README', link: '/readme' }, ...link('Contents', '/contents')] },
    ...documentation,
    { text: 'Design', collapsed: true, items: [...link('How to read it', '/design/'), ...design] },
    { text: 'Types', collapsed: true, items: link('What packages export', '/types/') },
  ];
}

function link(text: string, to: string): Item[] {
  return [{ text, link: to }];
}

/** Headings with a table of pages. */
function partsOf(page: string, markdown: string): Item[] {
  const parts: Item[] = [];
  let heading = '';
  for (const line of markdown.split('\n')) {
    heading = /^##+ (.+)/.exec(line)?.[1] ?? heading;
    const [, text, to] = /^\| \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    const target = to && !to.startsWith('#') ? linkOnSite(page, to) : undefined;
    if (!text || !target) continue;
    const part = parts.find((one) => one.text === heading) ?? { text: heading, collapsed: true, items: [] };
    if (!parts.includes(part)) parts.push(part);
    part.items?.push({ text, link: target.replace(/\.md$/, '') });
  }
  return parts;
}
