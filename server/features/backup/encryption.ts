import { readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { CannotStart } from '../../errors.ts';
import { requireInstalled } from '../../shared/system/optional-packages.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts files in the format of age (age-encryption.org). */
export interface Encryption {
  /** The public keys for which files are encrypted. */
  readonly recipients: readonly string[];
  encrypt(bytes: Bytes): AsyncGenerator<Uint8Array>;
  /** Throws if the key file holds no key of the file, or if the bytes were changed. */
  decrypt(bytes: Bytes): AsyncGenerator<Uint8Array>;
}

const SECRET = /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+$/;
const PUBLIC = /^age1[0-9a-z]+$/;
const form =
  'a file that age-keygen has written, or public keys age1… if backups are only made here; one key a line';

/** Reads a file of keys. Throws CannotStart where it cannot be used. */
export async function readEncryption(keyFile: string): Promise<Encryption> {
  requireInstalled('age-encryption', 'a file of keys for backups');
  const { Decrypter, Encrypter, identityToRecipient } = await import('age-encryption');
  const lines = readLines(keyFile);
  const secrets = lines.filter((line) => SECRET.test(line));
  const others = lines.filter((line) => !SECRET.test(line));
  if (lines.length === 0 || !others.every((line) => PUBLIC.test(line)))
    throw new CannotStart(`'${keyFile}' holds no keys of age; allowed: ${form}`);
  const isOpen = process.platform !== 'win32' && (statSync(keyFile).mode & 0o077) !== 0;
  if (secrets.length > 0 && isOpen)
    throw new CannotStart(`'${keyFile}' holds a secret key that others may read; run: chmod 600 ${keyFile}`);
  const recipients = [...(await Promise.all(secrets.map(identityToRecipient))), ...others];
  return {
    recipients,
    async *encrypt(bytes) {
      const encrypter = new Encrypter();
      for (const recipient of recipients) encrypter.addRecipient(recipient);
      yield* await encrypter.encrypt(toWeb(bytes));
    },
    async *decrypt(bytes) {
      const decrypter = new Decrypter();
      for (const secret of secrets) decrypter.addIdentity(secret);
      yield* await decrypter.decrypt(toWeb(bytes));
    },
  };
}

function readLines(keyFile: string): string[] {
  try {
    const lines = readFileSync(keyFile, 'utf8').split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new CannotStart(`the file of keys cannot be read (${reason}); allowed: ${form}`, { cause });
  }
}

function toWeb(bytes: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>; // Node's own type of it
}
