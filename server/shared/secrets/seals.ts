import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from './cipher.ts';
import { deriveKeys } from './derived-keys.ts';

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
      const { nonce, content, tag } = encrypt(first, kind, JSON.stringify({ value, expireTime }));
      return Buffer.concat([nonce, content, tag]).toString('base64url');
    },
    open<Value>(kind: string, sealed: string, now: number): Value | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      const encrypted = {
        nonce: bytes.subarray(0, NONCE_BYTES),
        content: bytes.subarray(NONCE_BYTES, -TAG_BYTES),
        tag: bytes.subarray(-TAG_BYTES),
      };
      for (const key of keys) {
        const text = decrypt(key, kind, encrypted);
        if (text === undefined) continue;
        const { value, expireTime }: { value: Value; expireTime: number } = JSON.parse(text);
        return expireTime > now ? value : undefined;
      }
      return undefined;
    },
  };
}
