import { Readable } from 'node:stream';
import { CONSOLE_PATH, Type } from '../../../contract/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { Bytes, INDEX, type Input, isKnown, type PageFiles, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import { pendingPage } from './pending-page.ts';

/** What the page may load from elsewhere. */
interface Elsewhere {
  /** The address of a server of map tiles. */
  readonly tiles: string | undefined;
  /** The origins of sites that definitions name, which it shows in a frame. */
  readonly sites: readonly string[];
}

/** The page runs its own scripts and styles. Its files get no frames: only what a browser shows as a page has any. */
function policyWith({ tiles, sites }: Elsewhere): string {
  const pictures = tiles === undefined ? [] : [new URL(tiles).origin];
  return [
    "default-src 'none'",
    ...[
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
    ],
    ["img-src 'self' data: blob:", ...pictures].join(' '),
    ...["media-src 'self' blob:", "manifest-src 'self'"],
    ...(sites.length > 0 ? [['frame-src', ...sites].join(' ')] : []),
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; ');
}

const COMMON = {
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};

const HTML = 'text/html; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  html: HTML,
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Files below it have a hash in their names: their content never changes. */
const HASHED = 'static/';

/** The console: its page at every path that looks like one, and its files. */
export function consolePageRoutes(files: PageFiles, elsewhere: Elsewhere): Route[] {
  const commonFor = (sites: Elsewhere['sites']) => ({
    'content-security-policy': policyWith({ ...elsewhere, sites }),
    ...COMMON,
  });
  const [ofPage, ofFiles] = [commonFor(elsewhere.sites), commonFor([])];
  return [CONSOLE_PATH, `${CONSOLE_PATH}/*`].map((path) =>
    route({
      method: 'GET',
      path,
      isNotForLin: true,
      isUndescribed: true,
      tag: message('informationTag'),
      access: everyone,
      summary: message('consolePage'),
      params: Type.Object({ '*': Type.Optional(Type.String()) }),
      produces: 'text/html',
      handle: (door, { params, headers, language }) => {
        const isHead = door.admission.method === 'HEAD';
        const pending = files.pending();
        if (pending) return sendPending(pendingPage(pending, language()), ofFiles, isHead);
        const name = nameOf(files, params['*'] ?? '');
        return send(files, name, headers, { common: name === INDEX ? ofPage : ofFiles, isHead });
      },
    }),
  );
}

/** Caches must ask again: the page may be there at the next request. */
function sendPending(page: Buffer, common: typeof COMMON, isHead: boolean): Bytes {
  const headers = {
    ...common,
    vary: 'Accept-Language',
    'cache-control': 'no-store',
    'retry-after': '2',
    'content-type': HTML,
    'content-length': page.length,
  };
  return new Bytes(503, headers, isHead ? undefined : Readable.from([page]));
}

/** The file at a path below /console. If there is none, a path whose last part has no point belongs to the console's own routes. */
function nameOf(files: PageFiles, path: string): string {
  if (files.has(path)) return path;
  const isOfPage = !path.startsWith(HASHED) && !path.slice(path.lastIndexOf('/') + 1).includes('.');
  if (!isOfPage) throw new AppError('notFound');
  return INDEX;
}

async function send(
  files: PageFiles,
  name: string,
  headers: Input['headers'],
  { common: shared, isHead }: { readonly common: typeof COMMON; readonly isHead: boolean },
): Promise<Bytes> {
  const { encoding, bytes, etag } = await files.read(name, headers);
  const common = {
    ...shared,
    etag,
    'cache-control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (isKnown(headers['if-none-match'], etag)) return new Bytes(304, common);
  const about = {
    ...common,
    'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'content-length': bytes.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return new Bytes(200, about, isHead ? undefined : Readable.from([bytes]));
}
