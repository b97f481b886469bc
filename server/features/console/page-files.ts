import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { AppError } from '../../errors.ts';
import { etagOf } from '../../http/answers/etag.ts';

/** The encodings of a file, smallest first, with the suffixes of its name in the folder. */
const FORMS = { br: '.br', gzip: '.gz', identity: '' } as const;
type Encoding = keyof typeof FORMS;
const ENCODINGS = Object.keys(FORMS) as Encoding[]; // the keys of FORMS are all there is

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

const LIST_EVERY_MS = 1000;

/** The page that all others begin from. */
export const INDEX = 'index.html';

/** A file, ready to send. */
export interface PageForm {
  readonly encoding: Encoding;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The built files of the console. */
export interface PageFiles {
  has(name: string): boolean;
  /** The form of a file that suits a request best. */
  read(name: string, headers: IncomingHttpHeaders): Promise<PageForm>;
}

/**
 * Finds the built files; undefined if the folder holds no page. Only files that are listed are ever opened, so no path of a
 * request reaches the disk. The bytes of each are read when somebody asks for it, and kept, until one of them is found to be
 * gone: then another console was put in the place of this one.
 */
export function openPageFiles(folder: string, publicUrl: string | undefined): PageFiles | undefined {
  if (!existsSync(join(folder, INDEX))) return undefined;
  let listed: { readonly names: ReadonlySet<string>; readonly time: number } | undefined;
  const kept = new Map<string, Promise<PageForm>>();
  const list = () => {
    listed = { names: namesIn(folder), time: Date.now() };
    return listed.names;
  };
  const names = () => listed?.names ?? list();
  const index = makeIndex(folder, URL.parse(publicUrl ?? '')?.pathname.replace(/\/+$/, '') ?? '');
  const readForm = async (name: string, encoding: Encoding): Promise<PageForm> => {
    const bytes =
      name === INDEX ? await index(encoding) : await readFile(join(folder, name + FORMS[encoding]));
    return { encoding, bytes, etag: etagOf(bytes) };
  };
  const lookAgain = (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ENOENT') throw error;
    listed = undefined;
    kept.clear();
    throw new AppError('notFound', { cause: error });
  };
  return {
    has(name) {
      if (/\.(br|gz)$/.test(name)) return false;
      const isKnown = names().has(name);
      return isKnown || (isStale(listed?.time) && list().has(name));
    },
    read(name, headers) {
      const ready = ENCODINGS.filter((encoding) => name === INDEX || names().has(name + FORMS[encoding]));
      const encoding = preferred(headers, ready);
      const key = name + FORMS[encoding];
      const found = kept.get(key) ?? readForm(name, encoding).catch(lookAgain);
      kept.set(key, found);
      found.catch(() => kept.delete(key)); // the next to ask tries again
      return found;
    },
  };
}

/** A name that is not listed may have come since, but not every request for one is worth a look. */
function isStale(time = Date.now()): boolean {
  return Math.abs(Date.now() - time) > LIST_EVERY_MS;
}

function namesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Set(
    files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  );
}

/** The page loads its files by absolute addresses, since it is answered at many paths: its own part of them is filled in here. */
function makeIndex(folder: string, prefix: string): (encoding: Encoding) => Promise<Buffer> {
  return async (encoding) => {
    const built = await readFile(join(folder, INDEX), 'utf8');
    const page = Buffer.from(built.replaceAll('="./', `="${prefix}/console/`));
    return encoding === 'identity' ? page : COMPRESS[encoding](page);
  };
}

/** The smallest encoding that the client accepts; otherwise the plain bytes. */
function preferred(headers: IncomingHttpHeaders, ready: readonly Encoding[]): Encoding {
  const taken = new Negotiator({ headers }).encodings([...ready]);
  return ready.find((encoding) => taken.includes(encoding)) ?? 'identity';
}
