import type { Source } from '../database/version.ts';

/**
 * Who may be answered the same as long as the source stands: every actor whom the route's rule admits to all rows; this
 * actor; or nobody, where a rule that is a function had a say. It may look at the clock.
 */
export type Audience = 'all' | 'actor' | 'nobody';

/** What was read through a door, from what, and for whom it is. What a handler answers that is no Reading is for this actor alone. */
export class Reading<Value> {
  readonly value: Value;
  readonly audience: Audience;
  readonly source: Source;

  constructor(value: Value, audience: Audience, source: Source = 'everything') {
    this.value = value;
    this.audience = audience;
    this.source = source;
  }

  /** The same reading in another form. `change` must follow from the value alone, or its audience would be another. */
  map<Changed>(change: (value: Value) => Changed): Reading<Changed> {
    return new Reading(change(this.value), this.audience, this.source);
  }
}
