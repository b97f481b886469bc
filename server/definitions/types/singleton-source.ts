import type { AuditForm, DraftAction } from '../../../contract/audit.ts';
import type { CollectionRule } from '../access-rule.ts';
import type { Fields } from '../field.ts';
import type { CheckedSource } from './collection-source.ts';
import type { SoundAccess, SoundFields } from './sound-source.ts';

/** What can be done with the record of a singleton; with its past only if it is fully audited. */
type SingletonAction = 'read' | 'update';
type SingletonPastAction = 'history' | 'restore' | DraftAction;

/** By default, only super administrators see the past and drafts, and publish. */
export type SingletonAccess = Readonly<
  Record<SingletonAction, CollectionRule> & Partial<Record<SingletonPastAction, CollectionRule>>
>;

/** What only a table of many records can have. */
type OfManyRecords =
  | 'waysBack'
  | 'unique'
  | 'indexes'
  | 'search'
  | 'conflicts'
  | 'codes'
  | 'isFollowed'
  | 'samples'
  | 'columns'
  | 'views'
  | 'plural';

/** The contents of the definition file of a singleton. Every field may be null or has a default: the first start makes the record. */
export interface CheckedSingleton<F extends Fields, A extends AuditForm>
  extends Omit<CheckedSource<F, A>, 'access' | OfManyRecords> {
  readonly access?: SingletonAccess;
}

/** The same as its author writes it: with types in which a mistake does not compile. */
export interface SingletonSource<F extends Fields, A extends AuditForm, R = SingletonAccess>
  extends Omit<CheckedSingleton<F, A>, 'fields' | 'access' | 'path'> {
  readonly fields: SoundFields<F>;
  readonly access?: SoundAccess<R, SingletonAccess, F, A>;
}
