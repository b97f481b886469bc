import type { IndexedTexts } from '../../database/trigrams.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-collection.ts';

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
