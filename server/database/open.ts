import { fileURLToPath } from 'node:url';
import { CannotStart } from '../errors.ts';
import type { Engine } from './engine.ts';
import { openSqlite } from './sqlite.ts';

/** The engine that a DATABASE_URL names. Throws CannotStart where it cannot be opened. */
export function openEngine(url: string): Engine {
  const scheme = url.slice(0, url.indexOf(':'));
  switch (scheme) {
    case 'file':
      return openFile(toPath(url));
    default:
      throw new CannotStart(`DATABASE_URL: no engine for '${scheme}:'; allowed: file:<path>`);
  }
}

function openFile(path: string): Engine {
  try {
    return openSqlite(path);
  } catch (cause) {
    throw new CannotStart(
      `DATABASE_URL: '${path}' cannot be opened (${cause instanceof Error ? cause.message : cause}); allowed: a database of SQLite, or a file that can be made`,
      { cause },
    );
  }
}

/** The path of a `file:` URL; unlike in other URLs it may be relative. */
function toPath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
