import type { Database } from '../../database/database.ts';
import type { Reader } from '../../database/engine.ts';
import type { IndexedTexts, WantedTrigrams } from '../../database/trigrams.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';

/** More records than this are found as quickly by reading them in the order of the list. */
const MOST = 5000;

/** What a search for parts of words asks an index for. */
export interface AskedParts {
  /** The texts that the reader may see and asks for. */
  readonly columns: readonly string[];
  readonly wanted: WantedTrigrams;
}

/**
 * The ids of the records that may contain words, among them all that do; undefined if they are many, or if no index tells. Their
 * texts must still be compared: an index knows only parts of the words, and fewer letters.
 */
export async function findCandidates(
  { engine: { trigrams }, reads }: Pick<Database, 'engine' | 'reads'>,
  reader: Reader,
  definition: Definition,
  { columns, wanted }: AskedParts,
): Promise<readonly bigint[] | undefined> {
  const texts = trigrams && indexedTextsOf(definition);
  if (!texts || (await reads.all(trigrams.hasEntries(texts))).length === 0) return undefined;
  const found = await reader.all(trigrams.candidates({ texts, columns, wanted, most: MOST }));
  const ids = found.flatMap(({ id }) => (id === null ? [] : BigInt(id as bigint)));
  return found.length === ids.length || ids.length >= MOST ? undefined : [...new Set(ids)];
}

/** Triggers name every column in one condition, and SQLite refuses one of a thousand parts. */
const MOST_COLUMNS = 200;

/**
 * The texts of a collection that searches for parts of words look into, each language a column of its own; undefined if it has
 * none, or too many for an index.
 */
export function indexedTextsOf({ name, fields }: Definition): IndexedTexts | undefined {
  const searched = Object.entries(fields).filter(([, { searchable }]) => searchable);
  if (searched.length === 0 || searched.length > MOST_COLUMNS) return undefined;
  const columns = searched.map(([column]) => column).sort();
  const hasRules = searched.some(([, { read }]) => read !== undefined);
  return { table: name, columns, isByColumn: hasRules && columns.length > 1 };
}

/** Those of all collections. */
export function allIndexedTexts(catalogue: Catalogue): IndexedTexts[] {
  return catalogue.all.flatMap((definition) => indexedTextsOf(definition) ?? []);
}
