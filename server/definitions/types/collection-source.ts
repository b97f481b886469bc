import type { Action, AuditField, AuditForm, DraftAction, PastAction } from '../../../contract/audit.ts';
import type { FailureKey } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import type { CollectionRule } from '../access-rule.ts';
import type { Fields } from '../field.ts';
import type { Hooks } from '../hooks.ts';
import type { Presentation } from '../options/presentation.ts';
import type { WayBack } from '../options/referred-by.ts';
import type { SearchSource } from '../options/search-levels.ts';
import type { UniqueGroupSource } from '../options/unique-groups.ts';
import type { InputOf } from './input-of.ts';
import type { RecordNames, SoundAccess, SoundFields } from './sound-source.ts';

/** The contents of a definition file. Only `access` has no default: nothing is allowed unless it is declared. */
export interface CollectionSource<F extends Fields> extends Presentation<NoInfer<keyof F & string>> {
  /** Names the table, the permissions' keys and the revisions; snake_case. */
  readonly name: string;
  /** The collection's earlier name, or several in their order; `quire migrate` then keeps its records. */
  readonly renamedFrom?: string | readonly string[];
  /** The collection's name for people and the module of its permissions, in one language or several. */
  readonly label: Text;
  /** Where the collection is served, such as `/v1/book`. Collections without a path are stored but not served. */
  readonly path?: `/${string}`;
  readonly audit: AuditForm;
  readonly fields: F;
  /** The records that refer to a record, by the names under which requests ask for them. */
  readonly waysBack?: Readonly<Record<string, WayBack>>;
  /** Groups of fields, audit fields included, of which no two visible records hold the same values. */
  readonly unique?: readonly UniqueGroupSource<RecordNames<F>>[];
  /** Further indexes, over fields and audit fields. */
  readonly indexes?: readonly (readonly (RecordNames<F> | AuditField)[])[];
  /** The fields of the full text index, most important first; fields in an inner list are equally important. */
  readonly search?: SearchSource<keyof F & string>;
  /** The failure when a `unique` group would be broken, by the names of its fields joined with a comma; `duplicate` by default. */
  readonly conflicts?: Readonly<Record<string, FailureKey>>;
  /** Whether each record has a draft: writes change the draft, and readers see the published record. */
  readonly drafts?: true;
  /** Whether users may change records only by change sets, which somebody else approves. */
  readonly reviewed?: true;
  /** By default, only super administrators see the past and drafts, and publish. */
  readonly access?: AccessSource;
  /** The numeric codes of successful writes, for clients that distinguish them. */
  readonly codes?: { readonly created: number; readonly updated: number; readonly deleted: number };
  /**
   * Lets users expand references to these records although no route serves them. With a list of fields, they see only the id and
   * these fields.
   */
  readonly isFollowed?: true | readonly (keyof F & string)[];
  /** Records that a new database begins with, unless the setting SAMPLE_DATA is false. */
  readonly samples?: readonly InputOf<F>[];
}

/** Who may do what. */
export type AccessSource = Readonly<
  Record<Action, CollectionRule> & Partial<Record<PastAction | DraftAction, CollectionRule>>
>;

/** A collection's source with hooks, whose records are typed by its fields and audit form. */
export interface CheckedSource<F extends Fields, A extends AuditForm> extends CollectionSource<F> {
  readonly audit: A;
  readonly hooks?: Hooks<F, A>;
}

/** The same as its author writes it: with types in which a mistake does not compile. */
export interface Source<F extends Fields, A extends AuditForm, R = AccessSource>
  extends Omit<CheckedSource<F, A>, 'fields' | 'access' | 'path'> {
  readonly fields: SoundFields<F>;
  readonly access?: SoundAccess<R, AccessSource, F, A>;
}

/** A path serves a collection, so the collection needs access rules. */
export type Served<P> = { readonly path?: P } & (P extends string ? SourceWithPath : unknown);

interface SourceWithPath {
  readonly access: unknown;
}
