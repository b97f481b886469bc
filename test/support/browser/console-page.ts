import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../test-database.ts';

export const SCRIPT = `export const greeting = '${'hello '.repeat(200)}';\n`;
export const INDEX = `<!doctype html>
<meta name="quire" content="./">
<script type="module" src="./static/app-1a2b3c4d.js"></script>
`;

/** A folder as the console's build leaves it, with one script, one picture, and a script too small to be compressed. */
export function builtPage(): string {
  const folder = temporaryFolder();
  const script = join(folder, 'static/app-1a2b3c4d.js');
  mkdirSync(join(folder, 'static'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'static/tiny-5e6f7a8b.js'), '0;\n');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  return folder;
}
