import { setTimeout as wait } from 'node:timers/promises';
import type { TrigramState } from '../../database/trigrams.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { RecordStore } from '../record-store.ts';
import { allIndexedTexts, indexedTextsOf } from './candidates.ts';

/** So many records are read without an index in some milliseconds. */
const LEAST = 2000;
/** The pause after a batch, so that no request waits for long. */
const PAUSE_MS = 20;

/** Makes the indexes of parts of words that the definitions ask for, empty where they are new or of another form. */
export async function prepareTrigrams({ database, catalogue }: RecordStore): Promise<void> {
  const { trigrams } = database.engine;
  if (!trigrams) return;
  await database.transaction((connection) => trigrams.prepare(connection, allIndexedTexts(catalogue)));
}

/** Adds the entries of records that have none yet, wherever these are more than `least`. Several processes may do it. */
export async function extendTrigrams(
  { database, catalogue }: RecordStore,
  signal?: AbortSignal,
  least = LEAST,
): Promise<void> {
  const { trigrams } = database.engine;
  if (!trigrams) return;
  for (const texts of allIndexedTexts(catalogue)) {
    const extend = (most: number) =>
      database.transaction((connection) => trigrams.extend(connection, texts, most));
    // Once a building has begun, it goes on to the last record.
    for (let added = await extend(least); added > 0; added = await extend(0))
      await wait(PAUSE_MS, undefined, signal && { signal });
  }
}

/** Makes the indexes of these collections anew. */
export async function renewTrigrams(store: RecordStore, definitions: readonly Definition[]): Promise<void> {
  const { database } = store;
  const { trigrams } = database.engine;
  if (!trigrams) return;
  for (const texts of definitions.flatMap((definition) => indexedTextsOf(definition) ?? []))
    await database.transaction((connection) => trigrams.renew(connection, texts));
  await extendTrigrams(store);
}

/** How each index is, a line a collection that has many records or entries. */
export async function trigramStates({ database, catalogue }: RecordStore): Promise<string[]> {
  const { trigrams } = database.engine;
  if (!trigrams) return [];
  const lines: string[] = [];
  for (const texts of allIndexedTexts(catalogue)) {
    const { position, behind } = await trigrams.stateOf(database.reads, texts, LEAST + 1);
    const counts = position ? await trigrams.countsOf(database.longReads, texts) : { entries: 0, rows: 0 };
    const line = stateText({ position, behind, ...counts });
    if (line) lines.push(`${texts.table}: parts of words: ${line}`);
  }
  return lines;
}

interface Counted extends TrigramState {
  readonly entries: number;
  readonly rows: number;
}

function stateText({ position, behind, entries, rows }: Counted): string | undefined {
  if (position === undefined) return 'not indexed; the next start begins it';
  if (entries !== rows)
    return `STALE, ${entries} entries for ${rows} records; build it again: quire search rebuild`;
  if (behind > LEAST) return `being built, up to record ${position}`;
  return position > 0n
    ? `complete up to record ${position}, ${behind} records behind it are read`
    : undefined;
}
