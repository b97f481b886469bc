import { fileURLToPath } from 'node:url';
import type { Engine } from './engine.ts';
import { openSqlite } from './sqlite.ts';

/** The engine that a DATABASE_URL names. */
export function openEngine(url: string): Engine {
  const scheme = url.slice(0, url.indexOf(':'));
  switch (scheme) {
    case 'file':
      return openSqlite(toPath(url));
    default:
      throw new Error(`DATABASE_URL: no engine for '${scheme}:'`);
  }
}

/** The path of a `file:` URL; unlike in other URLs it may be relative. */
function toPath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
