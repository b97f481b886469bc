import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Every page of the documentation, by its path from the root. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** A page without its blocks of code. */
export function proseOf(page: string): string {
  return textOf(page).replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '');
}
