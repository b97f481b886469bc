import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';

/** The content of a tag. The text is derived from the tag and the secret, so no process has to store it. */
export interface Captcha {
  readonly nonce: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly expireTime: number;
}

export interface CaptchaTags {
  make(now: number): { readonly tag: string; readonly text: string };
  /** Undefined if this server did not issue the tag, or if it has expired. */
  read(tag: string, now: number): Captcha | undefined;
}

const LIFE_MS = 300_000;
const LENGTH = 4;
/** Letters and digits that cannot be confused with each other. */
const LETTERS = 'ACDEFHKLMNPRTUXY3479';

/** The first secret makes tags, all read them. */
export function makeCaptchaTags(secrets: readonly [string, ...string[]]): CaptchaTags {
  const keys = deriveKeys(secrets, 'captcha');
  const [first] = keys;
  return {
    make(now) {
      const nonce = randomBytes(16).toString('base64url');
      const content = `${nonce}.${now + LIFE_MS}`;
      return { tag: `${content}.${mac(first, content).toString('base64url')}`, text: textOf(first, nonce) };
    },
    read(tag, now) {
      const [, content = '', nonce = '', time = '', signature = ''] =
        /^(([\w-]{22})\.(\d{1,16}))\.([\w-]{43})$/.exec(tag) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const key = keys.find((one) => given.length === 32 && timingSafeEqual(mac(one, content), given));
      const expireTime = Number(time);
      return key && expireTime > now ? { nonce, text: textOf(key, nonce), expireTime } : undefined;
    },
  };
}

function mac(key: Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

function textOf(key: Buffer, nonce: string): string {
  const chance = mac(key, `text ${nonce}`);
  const places = Array.from({ length: LENGTH }, (_, index) => chance.readUInt32LE(4 * index));
  return places.map((index) => LETTERS[index % LETTERS.length]).join('');
}
