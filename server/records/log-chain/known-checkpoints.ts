import { toJson } from '../../shared/exact-json.ts';
import type { Reads } from '../store/reads.ts';
import { isSigned } from './chain-key.ts';
import { type Checkpoint, checkpoint } from './log-chain.collection.ts';

/** What of a checkpoint is kept elsewhere: enough to notice that the chain was cut off or made anew. */
export interface KnownCheckpoint {
  readonly number: number;
  readonly time: number;
  readonly hash: string;
  readonly signature: string;
  readonly public_key: string;
}

/** A checkpoint in the form in which it is kept elsewhere: a line of JSON, without what names lines or people. */
export function toKnown({ number, time, hash, signature, public_key }: Checkpoint): string {
  return toJson({ number, time, hash, signature, public_key });
}

/** Reads lines that `toKnown` wrote. Throws for a line that it did not write, with its number. */
export function readKnown(text: string): KnownCheckpoint[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const known = parse(line);
    if (!known || !isSigned(known.hash, known.signature, known.public_key))
      throw new Error(`line ${index + 1} is no signed checkpoint`);
    return [known];
  });
}

function parse(line: string): KnownCheckpoint | undefined {
  try {
    const { number, time, hash, signature, public_key } = JSON.parse(line) as Record<string, unknown>;
    if (!Number.isSafeInteger(number) || !Number.isSafeInteger(time)) return undefined;
    const texts = [hash, signature, public_key];
    if (!texts.every((one) => typeof one === 'string')) return undefined;
    return { number, time, hash, signature, public_key } as KnownCheckpoint; // checked above
  } catch {
    return undefined;
  }
}

/** The first checkpoint that was known elsewhere and is not in the chain. */
export async function firstLost(
  reads: Reads,
  known: readonly KnownCheckpoint[],
): Promise<KnownCheckpoint | undefined> {
  for (const one of known.toSorted((a, b) => a.number - b.number)) {
    const found = await reads.first(checkpoint, (select) => select.where('number', '=', one.number));
    if (found?.hash !== one.hash) return one;
  }
  return undefined;
}
