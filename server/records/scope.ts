import type { Catalogue } from '../definitions/catalogue.ts';
import type { Bindings } from './bindings.ts';
import type { Rights } from './rights.ts';

/** What a query is read against: the records there are, what the asker may do, and where its values go. */
export interface Scope {
  readonly catalogue: Catalogue;
  readonly rights: Rights;
  readonly bindings: Bindings;
}
