import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';

/** The file that a signed address opens, and its end. */
export interface Opened {
  /** The path of a file, which no other file ever has. */
  readonly path: string;
  /** The width of a thumbnail; undefined for the file itself. */
  readonly width: number | undefined;
  /** The name of a size that it is cropped to, which never looks like a width. */
  readonly size?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Signatures of addresses that open private files without a token. */
export interface FileAddresses {
  sign(opened: Opened): string;
  /** Whether a signature was made for exactly this, and its time is not over. */
  isValid(opened: Opened, signature: string, now: number): boolean;
}

/** The first secret signs, all are known. Nothing else that the secrets sign is taken for an address. */
export function makeFileAddresses(secrets: readonly [string, ...string[]]): FileAddresses {
  const keys = deriveKeys(secrets, 'file address');
  const [first] = keys;
  return {
    sign: (opened) => mac(first, opened).toString('base64url'),
    isValid(opened, signature, now) {
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => given.length === 32 && timingSafeEqual(mac(key, opened), given));
      return isOurs && opened.expires > now;
    },
  };
}

function mac(key: Buffer, { path, width, size, expires }: Opened): Buffer {
  return createHmac('sha256', key)
    .update(`${path}\n${width ?? size ?? ''}\n${expires}`)
    .digest();
}
