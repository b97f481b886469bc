import { chunksOf } from '../../form/chunks.ts';

/** Filters records by words, missing translations, and conditions. */
export interface RecordFilter {
  readonly q?: string;
  readonly missing?: string;
  readonly filter?: object;
}

/** The same as parameters of a request. */
export function filterQuery({ q, missing, filter }: RecordFilter): [string, string][] {
  return [...parametersOf('q', q), ...parametersOf('missing', missing), ...parametersOf('filter', filter)];
}

/** As many ids as one comparison takes. */
export const IDS_PER_FILTER = 100;

/** Exactly the records with these ids. */
export function onlyIds(ids: readonly string[]): RecordFilter {
  return { filter: { or: chunksOf(ids, IDS_PER_FILTER).map((some) => ({ id: { in: some.join() } })) } };
}

function parametersOf(place: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[place, String(value)]];
  return Object.entries(value).flatMap(([word, inner]) => parametersOf(`${place}[${word}]`, inner));
}
