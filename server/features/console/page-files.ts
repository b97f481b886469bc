import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { etagOf } from '../../http/answers/etag.ts';
import { lazy } from '../../shared/lazy.ts';

/** The forms in which a file can be sent, smallest first, and what is added to its name in the folder. */
const FORMS = { br: '.br', gzip: '.gz', identity: '' } as const;
type Encoding = keyof typeof FORMS;
const ENCODINGS = Object.keys(FORMS) as Encoding[]; // the keys of FORMS are all there is

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The page that all others begin from. */
export const INDEX = 'index.html';

/** A file as it is sent. */
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
 * Finds the built files; undefined if the folder holds no page. Only files that are there when somebody first asks for one are
 * ever opened, so no path of a request reaches the disk. The bytes of each are read when somebody asks for it, and kept.
 */
export function openPageFiles(folder: string, publicUrl: string | undefined): PageFiles | undefined {
  if (!existsSync(join(folder, INDEX))) return undefined;
  const names = lazy(() => namesIn(folder));
  const kept = new Map<string, Promise<PageForm>>();
  const index = makeIndex(folder, URL.parse(publicUrl ?? '')?.pathname.replace(/\/+$/, '') ?? '');
  const readForm = async (name: string, encoding: Encoding): Promise<PageForm> => {
    const bytes =
      name === INDEX ? await index(encoding) : await readFile(join(folder, name + FORMS[encoding]));
    return { encoding, bytes, etag: etagOf(bytes) };
  };
  return {
    has: (name) => names().has(name) && !/\.(br|gz)$/.test(name),
    read(name, headers) {
      const ready = ENCODINGS.filter((encoding) => name === INDEX || names().has(name + FORMS[encoding]));
      const encoding = preferred(headers, ready);
      const key = name + FORMS[encoding];
      const found = kept.get(key) ?? readForm(name, encoding);
      kept.set(key, found);
      found.catch(() => kept.delete(key)); // the next to ask tries again
      return found;
    },
  };
}

function namesIn(folder: string): ReadonlySet<string> {
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

/** The smallest form that the client takes; one that takes none of them gets the plain bytes. */
function preferred(headers: IncomingHttpHeaders, ready: readonly Encoding[]): Encoding {
  const taken = new Negotiator({ headers }).encodings([...ready]);
  return ready.find((encoding) => taken.includes(encoding)) ?? 'identity';
}
