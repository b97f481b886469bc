import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { fromJson } from '../../../shared/json.ts';
import { SourceProblem } from '../source.ts';
import { MANIFEST, type Manifest, readManifest } from './describe-definition.ts';

/** The names that entries may have. Nothing is ever unpacked into a folder; a name that leads out of one is no such name. */
const NAME =
  /^(?:manifest\.json|(?:groups|people|files)\.jsonl|(?:collections|records|published)\/[a-z][a-z0-9_]{0,39}\.jsonl?|files\/\d{1,19}(?:\.[a-z0-9]{1,20})?)$/;
const MOST_ENTRIES = 2_000_000;
const MOST_MANIFEST_BYTES = 500_000_000;
/** How much larger than the archive its content may be, once it is large. */
const MOST_TIMES = 200;
const LARGE_BYTES = 100_000_000;

/** An archive whose entries are those of its manifest, by size and hash. */
export interface Zip {
  readonly manifest: Manifest;
  has(name: string): boolean;
  open(name: string): Promise<Readable>;
  close(): void;
}

/** Opens an archive and reads all of it once. Throws SourceProblem for what no Quire has written, before anything is used. */
export async function openZip(path: string): Promise<Zip> {
  const file = await openFile(path);
  try {
    const entries = await entriesOf(file, path);
    const open = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new SourceProblem(`${path}: there is no entry '${name}'`);
      return streamOf(file, entry);
    };
    const manifest = await manifestIn(entries, open, path);
    await requireWhole(entries, manifest, open, path);
    return { manifest, has: (name) => entries.has(name), open, close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

function openFile(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, file) => {
      if (file) resolve(file);
      else reject(new SourceProblem(`${path}: cannot be read as a ZIP file (${error?.message})`));
    });
  });
}

async function entriesOf(file: yauzl.ZipFile, path: string): Promise<Map<string, yauzl.Entry>> {
  const { size } = await stat(path);
  const entries = new Map<string, yauzl.Entry>();
  let unpacked = 0;
  const refusalOf = ({ fileName, uncompressedSize, ...entry }: yauzl.Entry): string | undefined => {
    unpacked += uncompressedSize;
    if (!NAME.test(fileName))
      return `no archive has an entry of the name ${JSON.stringify(fileName.slice(0, 100))}`;
    if (entries.has(fileName)) return `has the entry '${fileName}' twice`;
    if (entries.size >= MOST_ENTRIES) return `has more than ${MOST_ENTRIES} entries`;
    if ((entry.generalPurposeBitFlag & 1) !== 0) return `'${fileName}' is encrypted`;
    if (unpacked > LARGE_BYTES && unpacked > MOST_TIMES * size)
      return `unpacks to more than ${MOST_TIMES} times its size`;
    return undefined;
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new SourceProblem(`${path}: ${error.message}`, { cause: error }));
    file.on('error', fail);
    file.on('end', () => resolve(entries));
    file.on('entry', (entry: yauzl.Entry) => {
      const refusal = refusalOf(entry);
      if (refusal !== undefined) return fail(new Error(refusal));
      entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.readEntry();
  });
}

function streamOf(file: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (stream) resolve(stream);
      else reject(new SourceProblem(`'${entry.fileName}' cannot be read (${error?.message})`));
    });
  });
}

type Open = (name: string) => Promise<Readable>;

async function manifestIn(
  entries: ReadonlyMap<string, yauzl.Entry>,
  open: Open,
  path: string,
): Promise<Manifest> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw new SourceProblem(`${path}: has no ${MANIFEST}: this is no archive of Quire`);
  if (entry.uncompressedSize > MOST_MANIFEST_BYTES)
    throw new SourceProblem(`${path}: its ${MANIFEST} is too large`);
  return readManifest(await jsonIn(await open(MANIFEST), MANIFEST));
}

/** The JSON of a stream. Throws SourceProblem. */
export async function jsonIn(stream: Readable, name: string): Promise<unknown> {
  try {
    return fromJson((await stream.toArray()).join(''));
  } catch (error) {
    throw new SourceProblem(`${name}: is not read as JSON (${(error as Error).message})`, { cause: error });
  }
}

/** Throws unless every entry is in the manifest with its size and hash, and the other way round. */
async function requireWhole(
  entries: ReadonlyMap<string, yauzl.Entry>,
  manifest: Manifest,
  open: Open,
  path: string,
): Promise<void> {
  const listed = new Map(Object.entries(manifest.entries));
  for (const name of listed.keys())
    if (!entries.has(name)) throw new SourceProblem(`${path}: the entry '${name}' is missing`);
  for (const [name, entry] of entries) {
    if (name === MANIFEST) continue;
    const said = listed.get(name);
    if (!said) throw new SourceProblem(`${path}: the manifest does not list '${name}'`);
    if (said.size !== entry.uncompressedSize || said.sha256 !== (await hashOf(await open(name), name)))
      throw new SourceProblem(
        `${path}: '${name}' is not what the manifest says: the archive was damaged or changed`,
      );
  }
}

async function hashOf(stream: Readable, name: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of stream) hash.update(chunk as Buffer);
  } catch (error) {
    throw new SourceProblem(`'${name}' cannot be unpacked (${(error as Error).message})`, { cause: error });
  }
  return hash.digest('hex');
}
