import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './derived-keys.ts';

/** What a sealing encrypts: each has keys of its own. */
export type SealingPurpose = 'second factor' | 'webhook';

/** Encrypts what must be read again, such as the secrets of authenticator apps. */
export interface Sealing {
  /** Encrypts a text for its owner; it cannot be moved to another owner's row. */
  seal(text: string, owner: bigint): string;
  /** The text that was sealed for this owner; undefined if none of the server's secrets opens it. */
  unseal(sealed: string, owner: bigint): Unsealed | undefined;
}

interface Unsealed {
  readonly text: string;
  /** Whether it was sealed as it would be now. If not, seal it again before the older secret is removed. */
  readonly isCurrent: boolean;
  /** Whether it cannot be opened without a secret other than the first. */
  readonly needsOlderSecret: boolean;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with keys derived from the server's secrets: the first seals, all unseal. */
export function makeSealing(secrets: readonly [string, ...string[]], purpose: SealingPurpose): Sealing {
  const [first, ...older] = deriveKeys(secrets, purpose);
  // The secrets of webhooks were first sealed with the keys of second factors.
  const former = purpose === 'webhook' ? deriveKeys(secrets, 'second factor') : [];
  const keys = [first, ...older, ...former];
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(Buffer.from(String(owner)));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
    },
    unseal(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const [index, key] of keys.entries()) {
        const text = decrypt(bytes, key, owner);
        if (text !== undefined)
          return { text, isCurrent: index === 0, needsOlderSecret: index % secrets.length > 0 };
      }
      return undefined;
    },
  };
}

function decrypt(bytes: Buffer, key: Buffer, owner: bigint): string | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(String(owner)))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const content = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([content, decipher.final()]).toString('utf8');
  } catch {
    return undefined; // sealed by another secret, or for another owner
  }
}
