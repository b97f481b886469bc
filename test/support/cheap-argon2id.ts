import { argon2Sync } from 'node:crypto';
import type { Hashing } from '../../server/access/passwords/argon2id.ts';

/** Stands in for the server's `argon2id` where many tests share a process: the same hash at the least cost, in this thread. */
export async function argon2id(hashing: Hashing): Promise<Uint8Array> {
  return argon2Sync('argon2id', { ...hashing, memory: 8, passes: 1 });
}
