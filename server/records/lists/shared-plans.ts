import type { Definition } from '../../definitions/define-record.ts';
import { mentionsNow } from '../../definitions/now.ts';
import type { ReadContext } from '../read-context.ts';
import type { ListRequest } from './list-plan.ts';

/** The most plans of one rule, and the longest request that is planned for others too: clients choose what they ask. */
const MOST_PLANS = 200;
const MOST_CHARACTERS = 400;

/**
 * Plans of lists, kept for all readers whose rights give the same one. Only what asked the rights nothing personal is kept, as
 * with answers, so a reader who finds a plan would have made the same one.
 */
export class SharedPlans<Plan> {
  readonly #byRule = new WeakMap<object, Map<string, Plan>>();

  /** The plan of a request, made if none is kept. */
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
