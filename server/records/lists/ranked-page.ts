import type { Raw } from '../../database/engine.ts';
import { allOf, type Condition } from '../query/conditions/condition.ts';
import type { Search } from '../query/conditions/search.ts';
import type { Sort } from '../query/sort.ts';
import { mayBeTooLong, untilTooLong } from './answer-weight.ts';
import { pageRecords } from './page-query.ts';
import { isAmong, type Ranked, rankedRecords, readRankedPlace, writeRankedCursor } from './ranked.ts';
import type { AskedList, ListTools, ReadPage } from './sorted.ts';

/** Stands in for a condition on the full text index. */
const FULL_TEXT: Condition = { column: 'id', searched: '', query: '' };
const BY_ID: Sort = [{ column: 'id', kind: { type: 'bigint' }, descending: true, nullable: false }];

/** Plans how the pages of a search are read, the best records first. */
export function makePlanRanked({ queries, costs: { readerFor } }: ListTools) {
  return (list: AskedList, search: Search): ReadPage =>
    async (asked, context) => {
      const { definition, columns, where, flags, count } = list;
      const { bindings, page } = asked;
      const place = readRankedPlace(asked, { page, count, tiers: search.tiers.length });
      const long = await readerFor({ definition, where: allOf([where, FULL_TEXT]), isScan: true }, context);
      const ranked = await rankedRecords(
        queries,
        long,
        { definition, search, where, bindings },
        { ...place, count: count + 1 },
      );
      const shown = ranked.slice(0, count);
      const last = ranked.length > count ? shown.at(-1) : undefined;
      const found = { total: place.after || last ? undefined : place.skip + shown.length, previous: null };
      if (shown.length === 0) return { ...found, records: [], next: null };
      const reader = await readerFor({ definition, where, isScan: false }, context);
      const bounded = mayBeTooLong(definition, columns, count) ? untilTooLong(reader, 'count') : reader;
      const records = await pageRecords(
        queries,
        bounded,
        {
          definition,
          columns,
          locales: list.locales,
          sort: BY_ID,
          ranges: [isAmong(shown, bindings, where)],
          ...(flags && { flags }),
        },
        { ...bindings.values, size: count, skip: 0 },
      );
      const ordered = inOrderOf(shown, records);
      const tiers = new Map(shown.map(({ id, tier }) => [id, tier]));
      const ranks = ordered.map(({ id }) => tiers.get(id as bigint) ?? 0);
      return { ...found, records: ordered, ranks, next: last ? writeRankedCursor(last) : null };
    };
}

/** The records in the order of their ranks, without records that are gone meanwhile. */
function inOrderOf(ranked: readonly Ranked[], records: readonly Raw[]): Raw[] {
  const byId = new Map(records.map((record) => [record.id as bigint, record]));
  return ranked.flatMap(({ id }) => {
    const record = byId.get(id);
    return record ? [record] : [];
  });
}
