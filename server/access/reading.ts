import type { Source } from '../database/versions/version.ts';
import type { Definition } from '../definitions/define-collection.ts';
import { type AggregateRequest, type ListRequest, MINE } from '../records/index.ts';
import type { Admission } from './admission/admission.ts';
import { isMomentary } from './decide.ts';
import type { ActorRights } from './rights.ts';

/**
 * Who may receive the same answer while its source is unchanged: every actor whom the route's rule admits to all records; this
 * actor; or nobody, if a rule function was evaluated, because it may read the clock.
 */
export type Audience = 'all' | 'actor' | 'nobody';

/** A value read through a door, its source and its audience. Any other value that a handler returns is for this actor alone. */
export class Reading<Value> {
  readonly value: Value;
  readonly audience: Audience;
  readonly source: Source;

  constructor(value: Value, audience: Audience, source: Source = 'everything') {
    this.value = value;
    this.audience = audience;
    this.source = source;
  }

  /** The same reading in another form. `change` must depend on the value alone; otherwise the audience would differ. */
  map<Changed>(change: (value: Value) => Changed): Reading<Changed> {
    return new Reading(change(this.value), this.audience, this.source);
  }
}

/** Who may receive what an admission has read with these rights. Call it after the read, which evaluates the rules. */
export function audienceOf(
  { records, actor, access }: Pick<Admission, 'records' | 'actor' | 'access'>,
  rights: ActorRights | undefined,
): Audience {
  if (rights?.areMomentary() || isMomentary(actor, access)) return 'nobody';
  return records === 'all' && !rights?.arePersonal() ? 'all' : 'actor';
}

/** The parts of a read that can reach other collections, or ask what the caller may do. */
export type ReadOptions = Pick<ListRequest, 'filter' | 'expand' | 'can' | 'sort' | 'fields'> &
  Pick<AggregateRequest, 'group' | 'select'>;

/** Whether the answer to a read that everybody may make can still depend on who makes it. */
export function mayDependOnActor({ readRules }: Definition, options: ReadOptions): boolean {
  const { filter, expand, can, sort, fields, group, select } = options;
  if (readRules.size > 0 || [filter, expand, can].some((part) => part !== undefined)) return true;
  return [sort, fields, group, select].some((names) => names?.includes('.')) || !!fields?.includes(MINE);
}
