import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Database, Raw } from '../../database/index.ts';
import { type Catalogue, type Definition, mentionsNow } from '../../definitions/for-server.ts';
import { inTurns, type MaybePromise, whenKnown } from '../../shared/index.ts';
import { type Highlights, highlightsOfRecords, makeRequireIndex } from '../fulltext/index.ts';
import { Bindings, permittedWith, Queries, readNarrowing } from '../query/index.ts';
import type { ReadContext } from '../read-context.ts';
import { type AskedParts, findCandidates } from '../trigrams/candidates.ts';
import { type CountDeleted, makeCosts } from './cost.ts';
import type { Advice } from './index-fit.ts';
import { type ListPlan, type ListRequest, makePlanList } from './list-plan.ts';
import type { SortedPage } from './sorted.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  /** The cursors of the page before and the next one; null at the ends of the list. */
  readonly previous: string | null;
  readonly next: string | null;
  /** For each record, the parts of its fields around the words that were searched. */
  readonly highlights?: readonly Highlights[];
  /** For each record of a ranked list, its step of the ranking, from 0 for the best. */
  readonly ranks?: readonly number[];
}

export type List = (
  definition: Definition,
  request: ListRequest,
  context: ReadContext,
) => MaybePromise<Page<Raw>>;

/** Lists of every collection. Plans and statements are made once; values are bound. */
export function makeList(
  database: Database,
  catalogue: Catalogue,
  advice: Advice,
  countDeleted: CountDeleted,
): List {
  const queries = new Queries(database);
  const costs = makeCosts(database, catalogue, queries, countDeleted);
  const { totals, readerFor, isCheapToCount } = costs;
  const requireIndex = makeRequireIndex(database);
  const planList = makePlanList({ database, catalogue, queries, advice, costs });
  const plans = new SharedPlans<ListPlan>();

  /** Counts the records of a list if that is asked for or cheap. */
  const countAll = async ({ plan, definition, request, context }: Listing) => {
    const bindings = new Bindings(database.engine);
    const { mostValues } = request;
    const scope = { catalogue, rights: context.rights, bindings, locales: plan.locales, mostValues };
    const where = readNarrowing(scope, definition, request);
    if (!request.total && !(await isCheapToCount({ definition, where }, context))) return null;
    const reader = await readerFor({ definition, where, isScan: true }, context);
    return totals.all(reader, definition, where, bindings.values);
  };

  const readPage = (asked: Listing, few: number | null): MaybePromise<Page<Raw>> => {
    const { plan, request, context } = asked;
    const bindings = plan.bindings.copy();
    return whenKnown(plan.read({ ...request, page: request.page ?? 0, bindings }, context), (found) => {
      const known = found.total ?? (plan.listsAll ? few : null);
      return whenKnown(plan.expand(found.records, bindings.values, context.longReads), (items) =>
        whenKnown(known ?? (request.total || few !== null ? countAll(asked) : null), (total) =>
          pageOf(asked, found, items, total),
        ),
      );
    });
  };

  const readPlanned = (asked: Listing): MaybePromise<Page<Raw>> => {
    const { plan, definition, context } = asked;
    const ready = plan.isSearched ? requireIndex(definition, context.version) : undefined;
    return whenKnown(ready, () => whenKnown(totals.few(definition, context), (few) => readPage(asked, few)));
  };

  /** The list among the records that an index of parts of words finds, if there is one and they are few. */
  const readAmong = async (asked: Listing, parts: AskedParts): Promise<Page<Raw>> => {
    const { definition, context } = asked;
    const among = await findCandidates(database, context.longReads, definition, parts);
    if (!among) return readPlanned(asked);
    const request = { ...asked.request, among };
    return readPlanned({ ...asked, request, plan: planList(definition, request, context.rights) });
  };

  return (definition, request, context) => {
    const plan = plans.get(definition, request, context, () => planList(definition, request, context.rights));
    const asked = { plan, definition, request, context };
    return plan.parts ? readAmong(asked, plan.parts) : readPlanned(asked);
  };
}

interface Listing {
  readonly plan: ListPlan;
  readonly definition: Definition;
  readonly request: ListRequest;
  readonly context: ReadContext;
}

function pageOf(
  { plan, definition, request }: Listing,
  { records, previous, next, ranks }: SortedPage,
  items: readonly Raw[],
  total: number | null,
): MaybePromise<Page<Raw>> {
  const { highlighted, permitted, distances } = plan;
  const isAddedTo = permitted || distances.length > 0;
  const page = {
    items: isAddedTo
      ? items.map((item, index) => ({ ...item, ...unstoredOf(plan, records[index] ?? {}) }))
      : items,
    total,
    page: request.page ?? 0,
    count: request.count ?? DEFAULT_PAGE_SIZE,
    previous,
    next,
    ...(ranks && { ranks }),
  };
  if (!highlighted) return page;
  return inTurns(highlightsOfRecords(definition, highlighted, records)).then((highlights) => ({
    ...page,
    highlights,
  }));
}

/** What an answer adds to a stored record. */
function unstoredOf({ permitted, distances }: ListPlan, record: Raw): Raw {
  return {
    ...(distances.length > 0 && {
      distances: Object.fromEntries(distances.map(([name, column]) => [name, record[column] ?? null])),
    }),
    ...(permitted && { can: permittedWith(permitted, record) }),
  };
}

/**
 * The most plans of one rule, and the longest request whose plan is shared. Clients choose their requests, so both are bounded.
 */
const MOST_PLANS = 200;
const MOST_CHARACTERS = 400;

/**
 * Plans of lists, cached for all readers whose rights give the same plan. As with answers, only plans that asked the rights
 * nothing personal are cached.
 */
class SharedPlans<Plan> {
  readonly #byRule = new WeakMap<object, Map<string, Plan>>();

  /** The cached plan of a request, or a new one. */
  get(definition: Definition, request: ListRequest, { sharing }: ReadContext, make: () => Plan): Plan {
    if (!sharing) return make();
    const plans = this.#byRule.get(sharing.by) ?? new Map<string, Plan>();
    const key = keyOf(definition, request);
    const known = plans.get(key);
    if (known) return known;
    const plan = make();
    if (!sharing.isSame() || key.length > MOST_CHARACTERS || mentionsNow(request.filter)) return plan;
    if (plans.size >= MOST_PLANS) plans.clear();
    plans.set(key, plan);
    this.#byRule.set(sharing.by, plans);
    return plan;
  }
}

/** A request without its place, which no plan depends on. */
function keyOf({ name }: Definition, request: ListRequest): string {
  const { after: _, before: __, around: ___, from: ____, page: _____, total: ______, ...planned } = request;
  return `${name} ${JSON.stringify(planned)}`;
}
