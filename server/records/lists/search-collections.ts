import type { Raw } from '../../database/engine.ts';
import { type ServedDefinition, titleOf } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Highlights } from '../fulltext/highlight.ts';
import { readableLevels } from '../query/conditions/search.ts';
import { namesOf } from '../query/names.ts';
import type { ReadContext } from '../read-context.ts';
import type { RecordStore } from '../record-store.ts';
import type { Rights } from '../rights.ts';

/** A search in several collections. */
export interface RecordsSearch {
  readonly q: string;
  /** Their names, separated by commas; by default all that the actor may search. */
  readonly collections?: string;
  readonly count: number;
  /** The language of localised fields. */
  readonly locale?: string;
}

/** A record that a search found. */
export interface FoundRecord {
  readonly collection: string;
  readonly id: bigint;
  /** The title by which people know the record. */
  readonly title: string;
  readonly highlights: Highlights;
}

/** The most collections in one search: each costs a search of its own. */
const MOST_RECORDS = 20;
/** The longest title, in characters; longer ones are cut. */
const MOST_TITLE = 300;

/**
 * The best records of several collections that the actor may read: better steps of the ranking first, then in the order of the named
 * collections. A collection whose index is being built is left out unless it was named.
 */
export async function searchCollections(
  { list, catalogue }: Pick<RecordStore, 'list' | 'catalogue'>,
  { q, collections, count, locale }: RecordsSearch,
  context: ReadContext,
): Promise<FoundRecord[]> {
  const { rights } = context;
  const searchable = catalogue.listed.filter((definition) => maySearch(definition, rights));
  const named = collections === undefined ? undefined : readNames(collections, searchable);
  const all = await Promise.all(
    (named ?? searchable).slice(0, MOST_RECORDS).map(async (definition) => {
      const title = titleOf(definition, namesOf(definition, rights));
      const request = {
        search: q,
        count,
        highlight: true,
        fields: title,
        ...(locale !== undefined && { locale }),
      };
      const listed = async () => list(definition, request, context);
      const page = await listed().catch((error: unknown) => {
        if (named || !(error instanceof AppError) || error.key !== 'searchNotReady') throw error;
        return undefined;
      });
      return (page?.items ?? []).map((record, place) => ({
        rank: page?.ranks?.[place] ?? 0,
        record: toFound(definition, record, title, page?.highlights?.[place] ?? {}),
      }));
    }),
  );
  const byRank = all.flat().sort((one, other) => one.rank - other.rank); // records of one rank keep their order
  return byRank.slice(0, count).map(({ record }) => record);
}

function maySearch(definition: ServedDefinition, rights: Rights): boolean {
  return (
    definition.search.length > 0 &&
    definition.draftOf === undefined && // readers see what is published
    rights.records(definition, 'read') !== 'none' &&
    readableLevels(definition, rights).length > 0
  );
}

/** Throws for a collection that is unknown or that the actor may not search, which look the same. */
function readNames(text: string, searchable: readonly ServedDefinition[]): ServedDefinition[] {
  const names = [...new Set(text.split(',').filter((name) => name !== ''))];
  if (names.length > MOST_RECORDS)
    throw badParameters({ collections: message('tooManyReferences', { max: MOST_RECORDS }) });
  return names.map((name) => {
    const found = searchable.find((definition) => definition.name === name);
    if (!found)
      throw badParameters({ collections: message('noSuchCollectionToSearch', { name: name.slice(0, 60) }) });
    return found;
  });
}

function toFound(
  { name }: ServedDefinition,
  record: Raw,
  title: string,
  highlights: Highlights,
): FoundRecord {
  const text = [...String(record[title] ?? record.id).slice(0, 2 * MOST_TITLE)].slice(0, MOST_TITLE).join('');
  return { collection: name, id: record.id as bigint, title: text, highlights };
}
