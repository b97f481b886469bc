import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Raw } from '../../database/engine.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { type Highlights, highlightsOf } from '../fulltext/highlight.ts';
import { makeRequireIndex } from '../fulltext/index-state.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { readNarrowing } from '../query/conditions/narrowing.ts';
import { permittedWith } from '../query/conditions/permitted.ts';
import { Queries } from '../query/queries.ts';
import type { ReadContext } from '../read-context.ts';
import type { Advice } from './advice.ts';
import { type CountDeleted, makeCosts } from './cost.ts';
import { type ListPlan, type ListRequest, makePlanList } from './list-plan.ts';
import { SharedPlans } from './shared-plans.ts';

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  /** Where the page before ends and the next one begins; null at the ends of the list. */
  readonly previous: string | null;
  readonly next: string | null;
  /** For each row, the parts of its fields around the words that were searched. */
  readonly highlights?: readonly Highlights[];
  /** For each row of a ranked list, the step of the ranking that it stands at, from 0 for the best. */
  readonly ranks?: readonly number[];
}

export type List = (definition: Definition, request: ListRequest, context: ReadContext) => Promise<Page<Raw>>;

/** Lists of every record. What follows from a request alone is planned once; statements are compiled once, values are bound. */
export function makeList(
  database: Database,
  catalogue: Catalogue,
  advice: Advice,
  countDeleted: CountDeleted,
): List {
  const queries = new Queries(database);
  const costs = makeCosts(database, catalogue, queries, countDeleted);
  const { totals, readerFor } = costs;
  const requireIndex = makeRequireIndex(database);
  const planList = makePlanList({ database, catalogue, queries, advice, costs });
  const plans = new SharedPlans<ListPlan>();

  return async (definition, request, context) => {
    const plan = plans.get(definition, request, context, () => planList(definition, request, context.rights));
    const { highlighted } = plan;
    const { page = 0, count = DEFAULT_PAGE_SIZE } = request;
    if (plan.isSearched) await requireIndex(definition, context.version);
    const few = await totals.few(definition, context);
    const bindings = plan.bindings.copy();
    const found = await plan.read({ ...request, page, bindings }, context);
    const { rows } = found;
    const known = found.total ?? (plan.isWhole ? few : null);
    const countAll = async () => {
      const counted = new Bindings(database.engine);
      const scope = { catalogue, rights: context.rights, bindings: counted, speech: plan.speech };
      const all = readNarrowing(scope, definition, request);
      const reader = await readerFor({ definition, where: all, isScan: true }, context);
      return totals.all(reader, definition, all, counted.values);
    };
    const items = await plan.expand(rows, bindings.values, context.longReads);
    return {
      items:
        plan.permitted || plan.distances.length > 0
          ? items.map((item, index) => ({ ...item, ...unstoredOf(plan, rows[index] ?? {}) }))
          : items,
      total: known ?? (request.total ? await countAll() : null),
      page,
      count,
      previous: found.previous,
      next: found.next,
      ...(found.ranks && { ranks: found.ranks }),
      ...(highlighted && { highlights: rows.map((row) => highlightsOf(definition, highlighted, row)) }),
    };
  };
}

/** What an answer adds to a row. */
function unstoredOf({ permitted, distances }: ListPlan, row: Raw): Raw {
  return {
    ...(distances.length > 0 && {
      distances: Object.fromEntries(distances.map(([name, column]) => [name, row[column] ?? null])),
    }),
    ...(permitted && { can: permittedWith(permitted, row) }),
  };
}
