import type { IndexedTexts } from '../../database/trigrams.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-collection.ts';

/** The texts of a collection that searches for parts of words look into; undefined if it has none. */
export function indexedTextsOf({ name, fields }: Definition): IndexedTexts | undefined {
  const searched = Object.entries(fields).filter(([, { searchable }]) => searchable);
  if (searched.length === 0) return undefined;
  const columns = searched.map(([column]) => column).sort();
  const hasRules = searched.some(([, { read }]) => read !== undefined);
  return { table: name, columns, isByColumn: hasRules && columns.length > 1 };
}

/** Those of all collections. */
export function allIndexedTexts(catalogue: Catalogue): IndexedTexts[] {
  return catalogue.all.flatMap((definition) => indexedTextsOf(definition) ?? []);
}
