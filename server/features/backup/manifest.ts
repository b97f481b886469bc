import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import { Damaged } from './damaged.ts';
import type { KeptFile } from './kept-file.ts';

export const MANIFEST = 'manifest.json';
/** Raised when backups of earlier versions can no longer be read. */
const FORMAT = 1;

export type Secrets = readonly [string, ...string[]];

/** What a backup holds. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** The version of Quire that made it. */
  readonly quire: string;
  /** Milliseconds since 1970: when the tables were read. */
  readonly time: number;
  /** The epoch of the feed of changes. */
  readonly epoch: string | null;
  readonly database: {
    /** The engine, by the first word of its URLs. */
    readonly engine: string;
    readonly schema?: string;
    /** The file that holds the tables. */
    readonly file: string;
    readonly isCompressed: boolean;
    /** The number of records of each table. */
    readonly records: Readonly<Record<string, number>>;
  };
  /** The public keys for which all files but this one are encrypted; null if they are not. */
  readonly recipients: readonly string[] | null;
  /** Every other file of the backup by its path, with `/` between folders. */
  readonly files: Readonly<Record<string, KeptFile>>;
}

/** Writes the manifest, sealed with the first secret of the server. */
export async function writeManifest(folder: string, manifest: Manifest, secrets: Secrets): Promise<void> {
  const seal = sealOf(manifest, deriveKeys(secrets, 'backup')[0]).toString('hex');
  const text = `${JSON.stringify({ ...manifest, seal }, null, 2)}\n`;
  await writeFile(join(folder, MANIFEST), text, { flag: 'wx', mode: 0o600, flush: true });
}

/** Reads the manifest of a backup. Throws Damaged unless a server with one of these secrets wrote it as it is. */
export async function readManifest(folder: string, secrets: Secrets): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
    throw new Damaged(`'${folder}' is no whole backup: it has no ${MANIFEST}`);
  });
  const { seal, ...manifest } = parse(text, path);
  if (manifest.format !== FORMAT)
    throw new Damaged(`${path}: format ${manifest.format}; allowed: ${FORMAT}, as this version writes it`);
  const given = Buffer.from(String(seal), 'hex');
  const isOurs = deriveKeys(secrets, 'backup').some((key) => {
    const expected = sealOf(manifest, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs)
    throw new Damaged(
      `${path} was changed, or is of a server with another QUIRE_SECRET; allowed: a backup as it was made, and the secret of that time`,
    );
  return manifest;
}

/** Once the seal is right, a manifest has the form in which it was written. */
function parse(text: string, path: string): Manifest & { readonly seal?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Manifest;
  } catch {
    // as below
  }
  throw new Damaged(`${path} was changed: it is no JSON object`);
}

function sealOf(manifest: Manifest, key: Buffer): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest();
}
