import { randomBytes } from 'node:crypto';
import { isRefusal } from '../../errors.ts';
import type { Writes } from '../../records/write/writes.ts';
import { anonymous } from '../actor.ts';
import { requireFreeName } from './names.ts';

/** Leaves room for a number. */
const MAX_BASE = 20;

/** The first of the wanted names that a new user may have, numbered if need be. */
export async function freeName(writes: Writes, names: readonly string[]): Promise<string> {
  const wanted = names.map(toName).filter((name) => name.length >= 2);
  const numbered = wanted.flatMap((name) => ['', 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${name}${number}`));
  for (const name of numbered) if (await isFree(writes, name)) return name;
  return `user-${randomBytes(6).toString('hex')}`;
}

function toName(text: string): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{N}._-]/gu, '');
  return [...plain].slice(0, MAX_BASE).join('');
}

async function isFree(writes: Writes, name: string): Promise<boolean> {
  try {
    await requireFreeName(writes, name, anonymous);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
