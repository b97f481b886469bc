import { randomBytes } from 'node:crypto';
import { removeWhere, type Writes } from '../../records/index.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { recoveryCode } from './recovery-code.collection.ts';

/** How many codes a user gets at a time. */
const COUNT = 10;
/** Groups of 4 characters of 5 bits each: 140 bits, too many values to guess, so a fast hash is enough. */
const GROUPS = 7;
const GROUP_LENGTH = 4;
/** Letters and digits that cannot be confused with each other. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz';
/** Codes of older versions have a group less. */
const FORM = new RegExp(`^(?:[${LETTERS}]{${GROUP_LENGTH}}){${GROUPS - 1},${GROUPS}}$`);

/** Creates the recovery codes of a user; former ones end. Only their hashes are stored. */
export async function createRecoveryCodes(writes: Writes, userId: bigint): Promise<string[]> {
  await endRecoveryCodes(writes, userId);
  const codes = Array.from({ length: COUNT }, newCode);
  await writes.createMany(
    recoveryCode,
    codes.map((code) => ({ user_id: userId, hash: hashOf(readCode(code)) })),
  );
  return codes;
}

/** Ends all recovery codes of a user. */
export async function endRecoveryCodes(writes: Writes, userId: bigint): Promise<void> {
  await removeWhere(writes, recoveryCode, (select) => select.where('user_id', '=', userId));
}

/** The typed code without separators. */
export function readCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}

/** Whether a text has the form of a recovery code. */
export function isRecoveryCode(code: string): boolean {
  return FORM.test(code);
}

/** Uses up a recovery code. Of concurrent transactions, one succeeds. Returns whether the code is one of the user's. */
export async function useRecoveryCode(writes: Writes, userId: bigint, code: string): Promise<boolean> {
  const found = await writes.first(recoveryCode, (select) =>
    select.where('hash', '=', hashOf(code)).where('user_id', '=', userId),
  );
  const record = found && (await writes.find(recoveryCode, found.id)); // locked from here on
  if (!record) return false;
  await writes.remove(recoveryCode, record.id);
  return true;
}

function newCode(): string {
  return Array.from({ length: GROUPS }, newGroup).join('-');
}

function newGroup(): string {
  return Array.from(randomBytes(GROUP_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
