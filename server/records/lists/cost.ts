import type { Database } from '../../database/database.ts';
import type { Reader } from '../../database/engine.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { Condition } from '../query/conditions/condition.ts';
import type { Path } from '../query/paths.ts';
import type { Queries } from '../query/queries.ts';
import type { ReadContext } from '../read-context.ts';
import { FEW, makeTotals, type Totals } from './totals.ts';

/** Counts a collection's deleted records, up to `most`. */
export type CountDeleted = (definition: Definition, most: number) => Promise<number>;

/** What a list reads: the records of a page that an index serves, or possibly all records of each collection in its condition. */
export interface ListRead {
  readonly definition: Definition;
  readonly where: Condition;
  /** The paths in the order, beside the collection's own columns. */
  readonly paths?: readonly Path[];
  readonly isScan: boolean;
}

export interface Costs {
  readonly totals: Totals;
  /** Whether counting records takes no time worth mentioning: the collections that the condition names have few, all together. */
  isCheapToCount(reading: Pick<ListRead, 'definition' | 'where'>, context: ReadContext): Promise<boolean>;
  /** Where to read. Only reads that are known to be quick run on the event loop. */
  readerFor(reading: ListRead, context: ReadContext): MaybePromise<Reader>;
}

/** An index also passes deleted records, so beyond this many no list counts as quick. */
const MANY_DELETED = 20_000;
/** How long the number is cached. A late answer costs a few slow reads at most. */
const DELETED_FOR_MS = 5000;
/** How much may be scanned on the event loop: some milliseconds of work. */
const MOST_BYTES = 4_000_000;

export function makeCosts(
  database: Database,
  catalogue: Catalogue,
  queries: Queries,
  countDeleted: CountDeleted,
): Costs {
  const { engine, listReads: reads } = database;
  // Only an embedded engine reads on the event loop; only such an engine has a version.
  const holdsLoop = engine.version !== undefined;
  const deleted = new Map<Definition, { readonly isMany: boolean; readonly until: number }>();

  function hidesMany(definition: Definition): MaybePromise<boolean> {
    if (!holdsLoop || definition.audit !== 'full' || !definition.path) return false;
    const known = deleted.get(definition);
    const now = performance.now();
    if (known && now < known.until) return known.isMany;
    return countDeleted(definition, MANY_DELETED).then((count) => {
      const isMany = count >= MANY_DELETED;
      deleted.set(definition, { isMany, until: now + DELETED_FOR_MS });
      return isMany;
    });
  }

  const totals = makeTotals(queries, (definition, { longReads }) =>
    whenKnown(hidesMany(definition), (isMany): Reader => (isMany ? longReads : reads)),
  );

  /** Whether all records of all collections that a condition names can be scanned in a moment. */
  async function isLight(
    { definition, where, paths = [] }: ListRead,
    context: ReadContext,
  ): Promise<boolean> {
    const joined = paths.flatMap(({ steps, counted }) => [...steps, ...(counted ? [counted] : [])]);
    const named = [
      ...collectionsIn(where),
      ...joined.flatMap(({ collection, visible }) => [collection, ...collectionsIn(visible)]),
    ];
    const tables = new Set([definition, ...named.map((name) => catalogue.get(name))]);
    let bytes = 0;
    for (const table of tables) {
      if ((await hidesMany(table)) || (await totals.few(table, context)) === null) return false;
      bytes += await totals.bytes(table, context);
    }
    return bytes * (1 + searchesIn(where)) <= MOST_BYTES;
  }

  async function isCheapToCount(
    { definition, where }: Pick<ListRead, 'definition' | 'where'>,
    context: ReadContext,
  ): Promise<boolean> {
    let records = 0;
    for (const table of new Set([definition, ...collectionsIn(where).map((name) => catalogue.get(name))]))
      records += (await totals.few(table, context)) ?? Number.POSITIVE_INFINITY;
    const searches = searchesIn(where);
    if (records * (1 + searches) > FEW) return false;
    return searches === 0 || isLight({ definition, where, isScan: true }, context);
  }

  async function readerOfScan(reading: ListRead, context: ReadContext): Promise<Reader> {
    if (holdsLoop) return (await isLight(reading, context)) ? reads : context.longReads;
    return (await totals.few(reading.definition, context)) === null ? context.longReads : reads;
  }

  return {
    totals,
    isCheapToCount,
    readerFor: (reading, context) =>
      whenKnown(hidesMany(reading.definition), (isMany): MaybePromise<Reader> => {
        if (isMany) return context.longReads;
        return reading.isScan ? readerOfScan(reading, context) : reads;
      }),
  };
}

/** The collections that a condition refers to. */
function collectionsIn(condition: Condition): string[] {
  if ('refersTo' in condition) return [condition.refersTo, ...collectionsIn(condition.where)];
  if ('tree' in condition) return [condition.collection, ...collectionsIn(condition.where)];
  return partsOf(condition).flatMap(collectionsIn);
}

/** How many times a condition reads texts to their end. */
function searchesIn(condition: Condition): number {
  const isSearch = ['contains', 'ends', 'matches', 'searched'].some((word) => word in condition);
  if (isSearch) return 1;
  const parts = 'refersTo' in condition || 'tree' in condition ? [condition.where] : partsOf(condition);
  return parts.reduce((sum, part) => sum + searchesIn(part), 0);
}

function partsOf(condition: Condition): readonly Condition[] {
  if ('every' in condition) return condition.every;
  if ('not' in condition) return [condition.not];
  return 'some' in condition ? condition.some : [];
}
