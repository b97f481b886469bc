import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../errors.ts';
import { makeFolderSync } from '../shared/system/folders.ts';

/** The secret of an SQLite database, generated once into its folder and readable by its owner alone. */
export function keptSecret(folder: string): string {
  const file = join(folder, 'secret');
  try {
    if (!existsSync(file)) {
      makeFolderSync(folder);
      writeSecret(file);
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (Buffer.byteLength(secret) < 32) throw new Error(`the file ${file} holds fewer than 32 bytes`);
    return secret;
  } catch (cause) {
    throw new CannotStart(
      `QUIRE_SECRET: not set, and none can be kept beside DATABASE_URL (${cause instanceof Error ? cause.message : cause}); allowed: a secret of at least 32 bytes, or a writable folder`,
      { cause },
    );
  }
}

function writeSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file); // of several processes one wins, and none reads half a secret
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
