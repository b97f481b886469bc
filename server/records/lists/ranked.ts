import { sql } from 'kysely';
import { MAX_LIST_SIZE } from '../../../contract/limits.ts';
import { type Raw, type Reader, searchTable } from '../../database/index.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import {
  allOf,
  type Bindings,
  type Condition,
  type ConditionWriter,
  isAlways,
  isFound,
  type Queries,
  type Search,
  type Sort,
  toSql,
} from '../query/index.ts';
import { mayBeTooLong, untilTooLong } from './answer-weight.ts';
import { pageRecords } from './page-query.ts';
import type { AskedList, ListTools, ReadPage } from './sorted.ts';
import { type PagePosition, PLACES } from './window.ts';

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

/** A record that a search found, and its step of the ranking. */
interface Ranked {
  readonly id: bigint;
  readonly tier: number;
}

/** A search among the records that meet a condition. */
interface RankedList {
  readonly definition: Definition;
  readonly search: Search;
  readonly where: Condition;
  readonly bindings: Bindings;
}

/**
 * The first records of a search, best first: by step of the ranking, and within a step the newest first. The index answers each
 * step in that order, so a page costs little however many records the search finds. Prefixes cost more, so they are tried only if
 * whole words do not fill the page.
 */
async function rankedRecords(
  queries: Queries,
  reader: Reader,
  list: RankedList,
  {
    after,
    count,
    skip,
  }: { readonly after?: Ranked | undefined; readonly count: number; readonly skip: number },
): Promise<Ranked[]> {
  const { tiers, wholes } = list.search;
  const most = skip + count;
  const found = new Map<bigint, Ranked>();
  for (const [from, to] of [
    [after?.tier ?? 0, wholes],
    [Math.max(wholes, after?.tier ?? 0), tiers.length],
  ] as const) {
    if (found.size >= most || from >= to) continue;
    for (const record of await stepsOf(queries, reader, list, { from, to, after, most }))
      if (!found.has(record.id)) found.set(record.id, record);
  }
  return [...found.values()].slice(skip, most);
}

/**
 * The first records of some steps. A step repeats records of better steps, but each gives as many records as are wanted, so enough
 * others remain. After a cursor, the records before it are unknown, so the index leaves out those of better steps.
 */
async function stepsOf(
  queries: Queries,
  reader: Reader,
  { definition, search: { tiers }, where, bindings }: RankedList,
  {
    from,
    to,
    after,
    most,
  }: {
    readonly from: number;
    readonly to: number;
    readonly after: Ranked | undefined;
    readonly most: number;
  },
): Promise<Ranked[]> {
  const steps = tiers.slice(from, to).map((tier, place) => ({
    tier: from + place,
    query: bindings.addSearch(tier, after && tiers.slice(0, from + place)),
    ...(after?.tier === from + place && { below: bindings.add({ type: 'bigint' }, after.id) }),
  }));
  const records = await queries.records(
    reader,
    ['ranked', definition.name, where, steps],
    { ...bindings.values, most },
    (writer) => ({
      query: unionOf(writer, definition, where, steps),
      columns: { id: { type: 'bigint' }, tier: { type: 'integer' } },
    }),
  );
  return records.map(({ id, tier }) => ({ id: id as bigint, tier: Number(tier) }));
}

interface RankStep {
  readonly tier: number;
  readonly query: string;
  readonly below?: string;
}

function unionOf(
  writer: ConditionWriter,
  definition: Definition,
  where: Condition,
  steps: readonly RankStep[],
) {
  const { query, slot } = writer;
  const parts = steps.map((step) => {
    const part = stepRecords(writer, definition, where, step);
    return query.selectFrom(part.as(`step${step.tier}`)).selectAll();
  });
  const [one, ...more] = parts;
  if (!one) throw new Error('a search without words has no records');
  return query
    .selectFrom(more.reduce((all, part) => all.unionAll(part), one).as('steps'))
    .select((e) => ['id', e.fn.min('tier').as('tier')])
    .groupBy('id')
    .orderBy('tier')
    .orderBy('id', 'desc')
    .limit(slot('most') as number);
}

/** The records of one step. The condition is in a subquery, where unqualified columns are the collection's own. */
function stepRecords(
  { query, engine, slot }: ConditionWriter,
  definition: Definition,
  where: Condition,
  step: RankStep,
) {
  const table = searchTable(definition.name);
  const { id } = engine.search;
  const entry = `${table}.${id}`;
  const record = query
    .selectFrom(definition.name)
    .select(sql<number>`1`.as('one'))
    .whereRef(`${definition.name}.id`, '=', entry);
  let entries = query
    .selectFrom(table)
    .select((e) => [e.ref(entry).as('id'), e.lit(step.tier).as('tier')])
    .where(isFound(engine, table, slot(step.query)))
    .where((e) => e.exists(isAlways(where) ? record : record.where(toSql({ query, engine, slot }, where))));
  if (step.below !== undefined) entries = entries.where(entry, '<', slot(step.below));
  return entries.orderBy(entry, 'desc').limit(slot('most') as number);
}

/** Reads the place of a ranked page. Pages count from the best records, and end at the limit of a list. */
function readRankedPlace(
  request: PagePosition,
  { page, count, tiers }: { readonly page: number; readonly count: number; readonly tiers: number },
): { readonly after?: Ranked; readonly skip: number } {
  const other = PLACES.find((name) => name !== 'after' && request[name] !== undefined);
  if (other !== undefined) throw badParameters({ [other]: message('notWith', { name: 'search' }) });
  if (request.after !== undefined) return { after: readRankedCursor(request.after, tiers), skip: 0 };
  if (page * count > MAX_LIST_SIZE)
    throw badParameters({ page: message('aboveMost', { max: Math.floor(MAX_LIST_SIZE / count) }) });
  return { skip: page * count };
}

/** The end of a ranked page, as an opaque cursor. */
function writeRankedCursor({ id, tier }: Ranked): string {
  return Buffer.from(JSON.stringify([tier, `${id}n`])).toString('base64url');
}

function readRankedCursor(text: string, tiers: number): Ranked {
  const [, tier, id] = /^\[(\d{1,3}),"(\d{1,18})n"\]$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (tier === undefined || id === undefined || Number(tier) >= Math.max(1, tiers))
    throw badParameters({ after: message('notAPosition') });
  return { tier: Number(tier), id: BigInt(id) };
}

/** The condition that a record is one of these. */
function isAmong(ranked: readonly Ranked[], bindings: Bindings, where: Condition): Condition {
  const ids = bindings.addList(
    { type: 'bigint' },
    ranked.map(({ id }) => id),
  );
  return allOf([where, { column: 'id', in: ids }]);
}
