import { createHash } from 'node:crypto';
import { seeded } from './seeded.collection.ts';
import type { Writes } from './writes.ts';

/** The keys among these whose records a seed has made before. */
export async function alreadySeeded<Key>(
  writes: Writes,
  collection: string,
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> {
  if (keys.length === 0) return new Set();
  const records = await writes.where(seeded, (select) =>
    select.where('collection', '=', collection).where('digest', 'in', keys.map(digestOf)),
  );
  const digests = new Set(records.map(({ digest }) => digest));
  return new Set(keys.filter((key) => digests.has(digestOf(key))));
}

/** Records that a seed has made the records of these keys. None of them may be recorded yet. */
export async function markSeeded(
  writes: Writes,
  collection: string,
  keys: readonly unknown[],
): Promise<void> {
  const records = keys.map((key) => ({ collection, digest: digestOf(key) }));
  if (records.length > 0) await writes.createMany(seeded, records);
}

/** Decides what a seed does with one entry of a project, and records it as made. */
export async function planSeed(
  writes: Writes,
  { collection, key }: { readonly collection: string; readonly key: string },
  { exists, inStep = false }: { readonly exists: boolean; readonly inStep?: boolean | undefined },
): Promise<'create' | 'change' | 'leave'> {
  const wasMade = (await alreadySeeded(writes, collection, [key])).size > 0;
  if (!wasMade) await markSeeded(writes, collection, [key]);
  if (exists) return inStep ? 'change' : 'leave';
  return inStep || !wasMade ? 'create' : 'leave';
}

function digestOf(key: unknown): string {
  return createHash('sha256').update(String(key)).digest('hex');
}
