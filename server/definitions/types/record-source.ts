import type { Action, AuditForm, DraftAction, PastAction } from '../../../contract/audit.ts';
import type { FailureKey } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import type { RecordRule } from '../access-rule.ts';
import type { Fields } from '../field.ts';
import type { Hooks } from '../hooks.ts';
import type { Presentation } from '../options/presentation.ts';
import type { WayBack } from '../options/referred-by.ts';
import type { SearchSource } from '../options/search-levels.ts';
import type { UniqueGroupSource } from '../options/unique-groups.ts';
import type { InputOf } from './input-of.ts';

/** The contents of a definition file. Only `access` has no default: nothing is allowed unless it is declared. */
export interface RecordSource<F extends Fields> extends Presentation<NoInfer<keyof F & string>> {
  /** Names the table, the permissions' keys and the revisions; snake_case. */
  readonly name: string;
  /** The record's earlier name, or several in their order; `quire migrate` then keeps its rows. */
  readonly renamedFrom?: string | readonly string[];
  /** The record's name for people and the module of its permissions, in one language or several. */
  readonly label: Text;
  /** Where the record is served, such as `/v1/book`. Records without a path are stored but not served. */
  readonly path?: `/${string}`;
  readonly audit: AuditForm;
  readonly fields: F;
  /** The rows that refer to a row, by the names under which requests ask for them. */
  readonly waysBack?: Readonly<Record<string, WayBack>>;
  /** Groups of fields, audit fields included, of which no two visible rows hold the same values. */
  readonly unique?: readonly UniqueGroupSource<RowNames<F>>[];
  /** Further indexes, over fields and audit fields. */
  readonly indexes?: readonly (readonly string[])[];
  /** The fields that the full text index holds, the most important first; those in a list of their own are equal. */
  readonly search?: SearchSource<keyof F & string>;
  /** The failure when a `unique` group would be broken, by the names of its fields joined with a comma; `duplicate` by default. */
  readonly conflicts?: Readonly<Record<string, FailureKey>>;
  /** Whether each row has a draft, which writes change, and readers see what was published of it. */
  readonly drafts?: true;
  /** Whether users change rows by change sets alone, which somebody else approves. */
  readonly reviewed?: true;
  /** The past, the drafts and publishing are the super administrators', unless it is said otherwise. */
  readonly access?: Readonly<
    Record<Action, RecordRule<RowNames<NoInfer<F>>>> &
      Partial<Record<PastAction | DraftAction, RecordRule<RowNames<NoInfer<F>>>>>
  >;
  /** The numeric codes of successful writes, for clients that tell them apart. */
  readonly codes?: { readonly created: number; readonly updated: number; readonly deleted: number };
  /**
   * Users who see a row that refers to one of these may expand it, although no route serves these rows. A list of fields: they
   * see the id and these alone.
   */
  readonly isFollowed?: true | readonly (keyof F & string)[];
  /** Rows that a new embedded database begins with, unless the setting SAMPLE_DATA is false. */
  readonly samples?: readonly InputOf<F>[];
}

/** A record's source with hooks, whose rows are typed by its fields and audit form. */
export interface Source<F extends Fields, A extends AuditForm> extends RecordSource<F> {
  readonly audit: A;
  readonly hooks?: Hooks<F, A>;
}

/** What a rule's condition may name. */
export type RowNames<F> =
  | (keyof F & string)
  | 'id'
  | 'create_time'
  | 'create_user_id'
  | 'update_time'
  | 'update_user_id';
