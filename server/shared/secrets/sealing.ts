import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from './cipher.ts';
import { deriveKeys } from './derived-keys.ts';

/** What a sealing encrypts: each has keys of its own. */
export type SealingPurpose = 'log chain' | 'plug-in' | 'provider' | 'second factor' | 'webhook';

/** Encrypts what must be read again, such as the secrets of authenticator apps. */
export interface Sealing {
  /** Encrypts a text for its owner; it cannot be moved to another owner's record. */
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

/** AES-256-GCM with keys derived from the server's secrets: the first seals, all unseal. */
export function makeSealing(secrets: readonly [string, ...string[]], purpose: SealingPurpose): Sealing {
  const [first, ...older] = deriveKeys(secrets, purpose);
  // The secrets of webhooks were first sealed with the keys of second factors.
  const former = purpose === 'webhook' ? deriveKeys(secrets, 'second factor') : [];
  const keys = [first, ...older, ...former];
  return {
    seal(text, owner) {
      const { nonce, tag, content } = encrypt(first, String(owner), text);
      return Buffer.concat([nonce, tag, content]).toString('base64url');
    },
    unseal(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      const begin = NONCE_BYTES + TAG_BYTES;
      const encrypted = {
        nonce: bytes.subarray(0, NONCE_BYTES),
        tag: bytes.subarray(NONCE_BYTES, begin),
        content: bytes.subarray(begin),
      };
      for (const [index, key] of keys.entries()) {
        const text = decrypt(key, String(owner), encrypted);
        if (text !== undefined)
          return { text, isCurrent: index === 0, needsOlderSecret: index % secrets.length > 0 };
      }
      return undefined;
    },
  };
}
