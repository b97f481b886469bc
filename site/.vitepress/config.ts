import { readFileSync } from 'node:fs';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { linkOnSite } from '../pages.ts';
import { sidebarOf } from '../sidebar.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

const PAGES = new URL('../.pages/', import.meta.url).pathname;
const { version, description } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string; readonly description: string };

export default defineConfig({
  title: 'Quire',
  description,
  lang: 'en',
  srcDir: '.pages',
  outDir: `dist/${version}`,
  base: `/${version}/`,
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    anchor: { slugify },
    languageAlias: { haproxy: 'ini' },
    config: (markdown) => markdown.use(linksOfProject),
  },
  themeConfig: {
    version,
    nav: [
      { text: 'Tutorial', link: '/guides/tutorial' },
      { text: 'API', link: '/reference/api' },
      { text: 'Contents', link: '/contents' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: sidebarOf(PAGES),
    outline: [2, 3],
    search: { provider: 'local' },
  } as object,
});

/** As the pages name their own headings, for readers of the repository. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Links between files of the project become links between pages; those to its sources become text. */
function linksOfProject(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-of-project', ({ tokens, env }) => {
    const page = String(env.relativePath);
    if (page.startsWith('types/')) return; // its links are of pages already
    for (const token of tokens) token.children &&= linked(token.children, page);
  });
}

function linked(tokens: readonly Token[], page: string): Token[] {
  let isText = false;
  return tokens.filter((token) => {
    if (token.type === 'link_open') isText = !linkOnto(token, 'href', page);
    if (token.type === 'image') linkOnto(token, 'src', page);
    return !(isText && /^link_(open|close)$/.test(token.type));
  });
}

/** False if the site does not have the file that this link or picture names. */
function linkOnto(token: Token, name: 'href' | 'src', page: string): boolean {
  const target = linkOnSite(page, String(token.attrGet(name)));
  if (target !== undefined) token.attrSet(name, target);
  return target !== undefined;
}
