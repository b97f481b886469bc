import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Rights } from '../rights.ts';
import type { Bindings } from './conditions/bindings.ts';
import type { Origin } from './conditions/comparison.ts';
import type { RequestedLocales } from './requested-locales.ts';

/** The context in which a query is read: the collections, the actor's rights and the bindings. */
export interface Scope {
  readonly catalogue: Catalogue;
  readonly rights: Rights;
  readonly bindings: Bindings;
  /** The languages that localised fields are read in. */
  readonly locales?: RequestedLocales | undefined;
  /** Where the values of conditions come from; by default from a client. */
  readonly from?: Origin | undefined;
  /** How many values a client may list after `in`; `MAX_VALUES` by default. */
  readonly mostValues?: number | undefined;
  /** Whether each language is shown as a field of its own, as in files. */
  readonly isFlat?: boolean;
}
