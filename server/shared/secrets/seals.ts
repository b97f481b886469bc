import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './derived-keys.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Values that clients keep for the server and can neither read nor change. */
export interface Seals {
  /** `kind` is the value's purpose; it cannot be opened for another. */
  seal(kind: string, value: object, expireTime: number): string;
  /** Undefined if this server did not seal it, or if it has expired. */
  open<Value>(kind: string, sealed: string, now: number): Value | undefined;
}

/** AES-256-GCM, with keys that only this purpose has. The first secret seals, all open. */
export function makeSeals(secrets: readonly [string, ...string[]], purpose: 'oidc' | 'preview'): Seals {
  const keys = deriveKeys(secrets, purpose);
  const [first] = keys;
  return {
    seal(kind, value, expireTime) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, iv).setAAD(Buffer.from(kind));
      const content = cipher.update(JSON.stringify({ value, expireTime }));
      return Buffer.concat([iv, content, cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open<Value>(kind: string, sealed: string, now: number): Value | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      for (const key of keys) {
        const text = decrypt(key, kind, bytes);
        if (text === undefined) continue;
        const { value, expireTime }: { value: Value; expireTime: number } = JSON.parse(text);
        return expireTime > now ? value : undefined;
      }
      return undefined;
    },
  };
}

function decrypt(key: Buffer, kind: string, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(kind)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const content = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([content, decipher.final()]).toString();
  } catch {
    return undefined; // sealed by somebody else
  }
}
