import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folderReference = /new URL\(`\.\/([\w-]+)\/\$\{\w+\}\.ts`, import\.meta\.url\)/g;
const reference = /new URL\('(\.\.?\/[\w./-]+\.ts)', import\.meta\.url\)/g;

/**
 * Lets `new URL('./x.ts', import.meta.url)` keep its meaning in a bundle: what starts as a process or thread, or is imported,
 * becomes a file of its own; what is read becomes a copy of its text. Of a folder whose files are read, all are copied.
 */
export const ownFiles = {
  name: 'own-files',
  transform(code, id) {
    for (const [, folder] of code.matchAll(folderReference)) {
      const from = new URL(`${folder}/`, pathToFileURL(id));
      for (const name of readdirSync(from))
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${name}`,
          source: readFileSync(new URL(name, from), 'utf8'),
        });
    }
    return code.replace(reference, (_, path, at) => {
      const file = fileURLToPath(new URL(path, pathToFileURL(id)));
      const isRead = code.slice(0, at).endsWith('readFileSync(');
      const emitted = isRead
        ? { type: 'asset', fileName: `runtime/${path.split('/').at(-1)}`, source: readFileSync(file, 'utf8') }
        : { type: 'chunk', id: file };
      return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile(emitted)})`;
    });
  },
};
