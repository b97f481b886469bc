import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The TypeScript of a page. `isFile`: the page says where the reader creates it. */
export function codeOf(page: string): { readonly code: string; readonly isFile: boolean }[] {
  return [...page.matchAll(/(^Create `\S+`:\n\n)?^```ts\n([\s\S]*?)^```/gm)].map(
    ([, created, code = '']) => ({ code, isFile: created !== undefined }),
  );
}

/** The parts of code between empty lines, each without what a formatter may change. */
export function paragraphsOf(code: string): string[] {
  return code.split(/\n\s*\n/).map(squeezed);
}

/** The code of all TypeScript files below a folder, without what a formatter may change. */
export function codeOfFolder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => squeezed(readFileSync(join(folder, file), 'utf8')));
}

function squeezed(code: string): string {
  return code.replace(/\s+/g, '').replace(/,([)\]}])/g, '$1');
}
