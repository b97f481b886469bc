import { randomBytes, timingSafeEqual } from 'node:crypto';
import { limitConcurrency } from '../../background/limits.ts';
import { asPassword } from '../../shared/text/profiles.ts';
import { argon2id } from './argon2id.ts';
import { followRecipe, readLegacyHash, roundsOf } from './legacy-passwords.ts';

/** OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

/** Hashing fills memory and threads, so few passwords are hashed at a time. */
export const hashing = limitConcurrency({ waiting: 100 });

/** Whether a password fits a credential: in the form of its profile, or only as it was typed, as earlier versions hashed it. */
export type Fit = 'fits' | 'fitsAsTyped' | 'differs';

/** The hash of a password in the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. Runs off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await hashing(() => derive(asPassword(password), salt, COST));
  return phc(salt, tag);
}

/**
 * Wraps a hash of another system. It may be weak, so it is hashed again: the credential is the recipe of that hash and
 * its Argon2id hash. Undefined if the format is unknown.
 */
export async function adoptHash(
  text: string,
): Promise<{ credential: string; adopted_rounds: number } | undefined> {
  const legacy = readLegacyHash(text);
  if (!legacy) return undefined;
  return {
    credential: legacy.recipe + (await hashPassword(legacy.hash)),
    adopted_rounds: roundsOf(legacy.recipe),
  };
}

/** Whether a credential still needs the recipe of another system. */
export function isAdopted(credential: string): boolean {
  return !credential.startsWith('$argon2id$');
}

/** A credential that no password fits. */
export function noPassword(): string {
  return phc(randomBytes(16), randomBytes(TAG_BYTES));
}

/**
 * Whether a password matches a credential. Without one it takes as long and differs, so that nobody learns which names
 * exist. `rounds` is the highest cost of any stored recipe, and is spent on every check.
 */
export async function passwordFits(
  password: string,
  credential: string | undefined,
  rounds: number,
): Promise<Fit> {
  const form = asPassword(password);
  if (await isHashed(form, credential, rounds)) return 'fits';
  return form !== password && (await isHashed(password, credential, rounds)) ? 'fitsAsTyped' : 'differs';
}

async function isHashed(password: string, credential: string | undefined, rounds: number): Promise<boolean> {
  const match = /^(.*)\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(
    credential ?? nobody,
  );
  if (!match) throw new Error('A stored password hash is not in a known format');
  const [, recipe = '', memory, passes, parallelism, salt = '', expected = ''] = match;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const message = await followRecipe(recipe, password, rounds);
  const tag = await derive(message, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(tag, Buffer.from(expected, 'base64')) && credential !== undefined;
}

function derive(
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
): Promise<Uint8Array> {
  return argon2id({ message: Buffer.from(password, 'utf8'), nonce, tagLength: TAG_BYTES, ...cost });
}

function phc(salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

const nobody = noPassword();
