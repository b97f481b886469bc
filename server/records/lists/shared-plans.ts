import type { Definition } from '../../definitions/define-collection.ts';
import { mentionsNow } from '../../definitions/now.ts';
import type { ReadContext } from '../read-context.ts';
import type { ListRequest } from './list-plan.ts';

/**
 * The most plans of one rule, and the longest request whose plan is shared. Clients choose their requests, so both are bounded.
 */
const MOST_PLANS = 200;
const MOST_CHARACTERS = 400;

/**
 * Plans of lists, cached for all readers whose rights give the same plan. As with answers, only plans that asked the rights
 * nothing personal are cached.
 */
export class SharedPlans<Plan> {
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
