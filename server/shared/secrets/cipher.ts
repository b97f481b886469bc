import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

/** What AES-256-GCM makes of a text. */
export interface Encrypted {
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly content: Buffer;
}

/** Encrypts a text, bound to a label: it cannot be decrypted with another one. */
export function encrypt(key: Buffer, label: string, text: string): Encrypted {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { nonce, tag: cipher.getAuthTag(), content };
}

/** The text that was encrypted; undefined if it was with another key or label. */
export function decrypt(key: Buffer, label: string, { nonce, tag, content }: Encrypted): string | undefined {
  if (nonce.length !== NONCE_BYTES || tag.length !== TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label)).setAuthTag(tag);
  const begin = decipher.update(content);
  try {
    return Buffer.concat([begin, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
