import { fileURLToPath } from 'node:url';
import type { EngineKind } from '../engine.ts';

/** SQLite: one file, used by processes of one machine. */
export const sqlite: EngineKind = {
  urlForm: 'file:<path>',
  isUrl: (url) => /^file:(?!\/\/[^/]).+/.test(url),
  nameOf: (url) => `'${pathOf(url)}'`,
  fileOf: pathOf,
  needs: 'an SQLite database, or a path where one can be created',
  async open({ databaseUrl, databaseTimeout }) {
    const { openSqlite } = await import('./open.ts');
    return openSqlite(pathOf(databaseUrl), 3 * databaseTimeout * 1000);
  },
  async countOthers(databaseUrl) {
    const { countOthers } = await import('./others.ts');
    return countOthers(pathOf(databaseUrl));
  },
  async dumps(databaseUrl) {
    const { sqliteDumps } = await import('./dumps.ts');
    return sqliteDumps(pathOf(databaseUrl));
  },
  async compact(databaseUrl) {
    const { compact } = await import('./compact.ts');
    return compact(pathOf(databaseUrl));
  },
};

/** The path of a `file:` URL. Unlike in other URLs it may be relative. */
function pathOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
