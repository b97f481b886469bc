// Which files of the project become which pages of the site.
import { cpSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Pages that stand under another name here, by their path in the project. */
const RENAMED: Readonly<Record<string, string>> = {
  'README.md': 'readme.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'docs/README.md': 'contents.md',
  'docs/design/README.md': 'design/index.md',
};

/** The path on the site of a file of the project; undefined if the site does not have it. */
export function onSite(path: string): string | undefined {
  if (path in RENAMED) return RENAMED[path];
  return path.startsWith('docs/') ? path.slice('docs/'.length) : undefined;
}

/** The path in the project of a page of the site. */
export function inProject(page: string): string {
  const renamed = Object.entries(RENAMED).find(([, name]) => name === page);
  return renamed?.[0] ?? `docs/${page}`;
}

/**
 * Where a link of a page leads on the site: unchanged to other sites and within the page, undefined to files that are only in
 * the project.
 */
export function linkOnSite(page: string, link: string): string | undefined {
  if (/^(#|[a-z]+:)/.test(link)) return link;
  const [, path = '', rest = ''] = /^([^#?]*)(.*)$/.exec(link) ?? [];
  const target = onSite(posix.join(posix.dirname(inProject(page)), path));
  return target === undefined ? undefined : `/${target}${rest}`;
}

/** Copies the pages and pictures of the project to where the site is built from. */
export function copyPages(project: string, folder: string): void {
  for (const path of globSync(['*.md', 'docs/**/*.{md,png,svg,webp}'], { cwd: project })) {
    const target = onSite(path);
    if (target === undefined) continue;
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    cpSync(join(project, path), join(folder, target));
  }
}
