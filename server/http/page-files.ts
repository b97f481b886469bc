import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join, relative, sep } from 'node:path';
import { CONSOLE_PATH } from '../../contract/own-paths.ts';
import { html } from '../definitions/project/html.ts';
import { AppError } from '../errors.ts';
import { readLogo } from '../shared/logo.ts';
import {
  ENCODINGS,
  type EncodedForm,
  type Encoding,
  encode,
  preferredEncoding,
} from './answers/encodings.ts';
import { etagOf } from './answers/etag.ts';
import { publicPathOf } from './public-url.ts';

/** What is added to a file's name for each encoding. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

const LIST_EVERY_MS = 1000;

/** The page that all others begin from. */
export const INDEX = 'index.html';

/** Why a folder holds no page yet: one is being built, or the build has failed. */
export type Pending = 'building' | 'failed';

/** What the page depends on beside its files. */
interface PageSettings extends PageIdentity {
  readonly publicUrl: string | undefined;
}

/** The built files of the console. */
export interface PageFiles {
  /** Undefined once there is a page. */
  pending(): Pending | undefined;
  has(name: string): boolean;
  /** The form of a file that suits a request best. */
  read(name: string, headers: IncomingHttpHeaders): Promise<EncodedForm>;
}

/**
 * Finds the built files; undefined if the folder holds no page and nobody is building one. Only files that are listed are ever opened, so no path of a
 * request reaches the disk. A file is read at its first request and kept, until one is found missing: then another console has
 * replaced this one.
 */
export function openPageFiles(
  folder: string,
  { publicUrl, ...identity }: PageSettings,
): PageFiles | undefined {
  if (!existsSync(join(folder, INDEX)) && !pendingIn(folder)) return undefined;
  let listed: { readonly names: ReadonlySet<string>; readonly time: number } | undefined;
  const kept = new Map<string, Promise<EncodedForm>>();
  const list = () => {
    listed = { names: namesIn(folder), time: Date.now() };
    return listed.names;
  };
  const names = () => listed?.names ?? list();
  const index = makeIndex(folder, publicPathOf(publicUrl), identity);
  const readForm = async (name: string, encoding: Encoding): Promise<EncodedForm> => {
    if (name === INDEX) return encode(await index(), encoding);
    const bytes = await readFile(join(folder, name + SUFFIXES[encoding]));
    return { encoding, bytes, etag: etagOf(bytes) };
  };
  const lookAgain = (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ENOENT') throw error;
    listed = undefined;
    kept.clear();
    throw new AppError('notFound', { cause: error });
  };
  return {
    pending() {
      return this.has(INDEX) ? undefined : pendingIn(folder);
    },
    has(name) {
      if (/\.(br|gz)$/.test(name)) return false;
      const isKnown = names().has(name);
      return isKnown || (isStale(listed?.time) && list().has(name));
    },
    read(name, headers) {
      const ready = ENCODINGS.filter((encoding) => name === INDEX || names().has(name + SUFFIXES[encoding]));
      const encoding = preferredEncoding(headers, ready);
      const key = name + SUFFIXES[encoding];
      const found = kept.get(key) ?? readForm(name, encoding).catch(lookAgain);
      kept.set(key, found);
      found.catch(() => kept.delete(key)); // the next to ask tries again
      return found;
    },
  };
}

/** `scripts/build-console.mjs` leaves notes beside the folder. A builder that was ended leaves its note behind. */
function pendingIn(folder: string): Pending | undefined {
  const builder = `${folder}.building`;
  if (existsSync(builder) && isRunning(Number(readFileSync(builder, 'utf8')))) return 'building';
  return existsSync(builder) || existsSync(`${folder}.failed`) ? 'failed' : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it is somebody else's
  }
}

/** A name that is not listed may have come since, but not every request for one is worth a look. */
function isStale(time = Date.now()): boolean {
  return Math.abs(Date.now() - time) > LIST_EVERY_MS;
}

/** Files whose names begin with a point are notes of the build. */
function namesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Set(
    files
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .filter((name) => !/(^|\/)\./.test(name)),
  );
}

/** The page loads its files by absolute addresses, since it is answered at many paths: its own part of them is filled in here. */
function makeIndex(folder: string, prefix: string, identity: PageIdentity): () => Promise<Buffer> {
  return async () => {
    const built = await readFile(join(folder, INDEX), 'utf8');
    return Buffer.from(withIdentity(built, identity).replaceAll('="./', `="${prefix}${CONSOLE_PATH}/`));
  };
}

/** How a page shows whose it is. */
interface PageIdentity {
  readonly projectName: string;
  readonly projectLogo: string | undefined;
  readonly projectAccent: string | undefined;
  readonly mapTiles: string | undefined;
  readonly mapCredit: string;
  /** Whether the project has parts of its own in it, and whether the page is to follow their changes. */
  readonly ownParts: 'none' | 'some' | 'followed';
}

/** The path of the logo below the page. */
export const LOGO = 'logo';

/** Puts the name, the accent and the logo of a project in place of those that a page is built with. */
function withIdentity(
  page: string,
  { projectName, projectLogo, projectAccent = '', mapTiles = '', mapCredit, ownParts }: PageIdentity,
): string {
  const logo = readLogo(projectLogo);
  return page
    .replace('<title>Quire</title>', () => html`<title>${projectName}</title>`.markup)
    .replace(
      'name="application-name" content="Quire"',
      () => html`name="application-name" content="${projectName}"`.markup,
    )
    .replace('name="quire-parts" content="none"', `name="quire-parts" content="${ownParts}"`)
    .replace('name="quire-accent" content=""', `name="quire-accent" content="${projectAccent}"`)
    .replace(
      'name="quire-tiles" content="" data-credit=""',
      () => html`name="quire-tiles" content="${mapTiles}" data-credit="${mapCredit}"`.markup,
    )
    .replace(/(<link rel="icon" href=")[^"]*(" type=")[^"]*/, (whole, before, between) =>
      logo ? `${before}./${LOGO}${between}${logo.type}` : whole,
    );
}
