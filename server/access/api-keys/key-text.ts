import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every key begins with, so that people and secret scanners recognise one. */
export const KEY_PREFIX = 'quire_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** The digits in base 62 of the secret and of a CRC-32. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORM = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${SECRET_DIGITS + CHECKSUM_DIGITS}}$`);

/** A new key: the prefix, 256 random bits and the CRC-32 of both, in base 62. */
export function makeKeyText(): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const content = KEY_PREFIX + inBase62(secret, SECRET_DIGITS);
  return content + checksumOf(content);
}

/** Whether a text has the form of a key and the right checksum: a mistyped key is not looked up. */
export function isKeyText(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
}

/** The stored parts of a key: its SHA-256, and 63 bits of that as a lookup value. */
export function digestKey(text: string): { readonly hash: string; readonly fingerprint: bigint } {
  const digest = hash('sha256', text, 'hex');
  return { hash: digest, fingerprint: BigInt(`0x${digest.slice(0, 16)}`) >> 1n };
}

function checksumOf(content: string): string {
  return inBase62(BigInt(crc32(content)), CHECKSUM_DIGITS);
}

function inBase62(number: bigint, digits: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(digits, '0');
}
