import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import yazl from 'yazl';

/** The content of each entry of a ZIP file. */
export async function unzipped(path: string): Promise<Map<string, Buffer>> {
  const file = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true }, (error, opened) => (opened ? resolve(opened) : reject(error))),
  );
  const entries = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    file.on('end', () => resolve(entries));
    file.on('error', reject);
    file.on('entry', (entry: yauzl.Entry) =>
      file.openReadStream(entry, async (error, stream) => {
        if (!stream) return reject(error);
        entries.set(entry.fileName, Buffer.concat(await stream.toArray()));
        file.readEntry();
      }),
    );
    file.readEntry();
  });
}

/** Writes a ZIP file of these entries, whatever they are called: yazl refuses names that its own length can hide. */
export async function zipped(path: string, entries: ReadonlyMap<string, Buffer>): Promise<void> {
  const zip = new yazl.ZipFile();
  const disguised = new Map(
    [...entries.keys()].map((name) => [name.replace(/^\.\.\//, 'zz_').replace(/^\//, '@'), name]),
  );
  for (const [plain, name] of disguised) zip.addBuffer(entries.get(name) ?? Buffer.alloc(0), plain);
  zip.end();
  const bytes = Buffer.concat(await (zip.outputStream as Readable).toArray());
  for (const [plain, name] of disguised) if (plain !== name) replaceAll(bytes, plain, name);
  await pipeline([bytes], createWriteStream(path));
}

function replaceAll(bytes: Buffer, from: string, to: string): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
}
