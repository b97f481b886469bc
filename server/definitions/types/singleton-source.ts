import type { AuditForm, DraftAction } from '../../../contract/audit.ts';
import type { RecordRule } from '../access-rule.ts';
import type { Fields } from '../field.ts';
import type { RowNames, Source } from './record-source.ts';

/** What can be done with the row of a singleton; with its past only if it is fully audited. */
type SingletonAction = 'read' | 'update';
type SingletonPastAction = 'history' | 'restore' | DraftAction;

/** The contents of the definition file of a singleton. Every field may be null or has a default: the first start makes the row. */
export interface SingletonSource<F extends Fields, A extends AuditForm>
  extends Omit<
    Source<F, A>,
    | 'access'
    | 'waysBack'
    | 'unique'
    | 'indexes'
    | 'search'
    | 'conflicts'
    | 'codes'
    | 'isFollowed'
    | 'samples'
    | 'columns'
  > {
  /** The past, the drafts and publishing are the super administrators', unless it is said otherwise. */
  readonly access?: Readonly<
    Record<SingletonAction, RecordRule<RowNames<NoInfer<F>>>> &
      Partial<Record<SingletonPastAction, RecordRule<RowNames<NoInfer<F>>>>>
  >;
}
