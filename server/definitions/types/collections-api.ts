import type { Decimal } from '../decimal-number.ts';
import type { Enqueueable, EnqueueOptions, Sendable, SendOptions } from '../project/enqueued.ts';
import type { Destination } from './destination.ts';
import type { Where } from './where.ts';

/**
 * The types of all collections by name. Empty until `quire types` writes a declaration that fills it; then a name or a
 * field that does not exist is a compile error.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a project's declaration adds its collections
export interface CollectionTypes {}

/** What `quire types` declares of a collection. */
interface CollectionType {
  readonly record: { readonly id: bigint };
  /** What creates a record; `never` of the server's own collections. */
  readonly input: object;
  /** The collections that reference fields hold ids of, by field. */
  readonly references: object;
  /** Fields that can be added up, and what their sums are. */
  readonly sums: object;
  /** The unique groups of fields, each as names with commas. */
  readonly unique: string;
  /** The field that holds the parent in a tree. */
  readonly tree?: string;
}

/** A collection that the compiler does not know. Values are checked when they are written. */
interface UnknownCollection extends CollectionType {
  readonly record: { readonly id: bigint } & Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly references: Readonly<Record<string, string>>;
  readonly sums: Readonly<Record<string, bigint | string>>;
}

/** The unique groups of fields of a collection, each as names with commas. */
export type UniqueOf<N> = TypeOf<N>['unique'];

/** The name of a collection. */
export type CollectionName = [keyof CollectionTypes] extends [never] ? string : keyof CollectionTypes;

/** The name of a collection that is a tree. */
type TreeName = [keyof CollectionTypes] extends [never]
  ? string
  : { [N in keyof CollectionTypes]: [TreeOf<N>] extends [never] ? never : N }[keyof CollectionTypes];
type TreeOf<N> = TypeOf<N> extends { readonly tree: infer F extends string } ? F : never;

/** The names of collections that a field may refer to. Singletons need no reference. */
export type TargetName = [keyof CollectionTypes] extends [never]
  ? string
  :
      | {
          [N in keyof CollectionTypes]: CollectionTypes[N] extends { readonly singleton: true } ? never : N;
        }[keyof CollectionTypes]
      | 'user';

/** The references to one record, by collection and field: `screening.film`. */
export type ReferenceName = [keyof CollectionTypes] extends [never]
  ? string
  : { [N in keyof CollectionTypes]: `${N}.${OneReference<N> & string}` }[keyof CollectionTypes];

type OneReference<N> = {
  [F in keyof TypeOf<N>['references']]: F extends keyof StoredRecordOf<N>
    ? StoredRecordOf<N>[F] extends readonly unknown[]
      ? never
      : F
    : never;
}[keyof TypeOf<N>['references']];

type TypeOf<N> = N extends keyof CollectionTypes
  ? CollectionTypes[N] extends infer T extends CollectionType
    ? T
    : never
  : UnknownCollection;

/** A stored record of a collection: `StoredRecordOf<'article'>`. */
export type StoredRecordOf<N> = TypeOf<N>['record'];

/** The collections that a collection's fields refer to, by field. */
export type ReferencesOf<N> = TypeOf<N>['references'];

/** What creates a record of a collection. */
export type InputFor<N> = TypeOf<N>['input'];

type FieldName<N> = keyof StoredRecordOf<N> & string;
type SumName<N> = keyof TypeOf<N>['sums'] & string;

interface Comparisons<V> {
  readonly eq?: V;
  readonly ne?: V;
  readonly lt?: V;
  readonly lte?: V;
  readonly gt?: V;
  readonly gte?: V;
  readonly in?: readonly V[];
  readonly contains?: string;
  readonly starts?: string;
  readonly null?: boolean;
}

/** For the field that holds a record's parent: records below, and above, the record of this id. */
interface TreeComparisons {
  readonly below?: bigint;
  readonly above?: bigint;
}

/** For points: `'52.52,13.405,5000'`, and `'south,west,north,east'`. */
interface PointComparisons {
  readonly near?: string;
  readonly within?: string;
}

type MoreComparisons<N, F, V> = (F extends TreeOf<N> ? TreeComparisons : unknown) &
  (NonNullable<V> extends { readonly lat: number } ? PointComparisons : unknown);
type Comparable<V> = V extends readonly (infer One)[] ? One : NonNullable<V>;
type OrDecimal<N, F> = F extends SumName<N> ? (TypeOf<N>['sums'][F] extends string ? Decimal : never) : never;
type Compared<N, F, V> =
  | Comparable<V>
  | OrDecimal<N, F>
  | null
  | (Comparisons<Comparable<V> | OrDecimal<N, F>> & MoreComparisons<N, F, V>);
type Behind<N, F> = F extends keyof TypeOf<N>['references'] ? WhereOf<TypeOf<N>['references'][F]> : never;

/** A condition on the records of a collection, in the words of a list's filter. All its parts must hold. */
export type WhereOf<N> = N extends keyof CollectionTypes
  ? { readonly [F in FieldName<N>]?: Compared<N, F, StoredRecordOf<N>[F]> | Behind<N, F> } & {
      readonly and?: readonly WhereOf<N>[];
      readonly or?: readonly WhereOf<N>[];
      /** Whether the caller created the record; for collections with a path that keep who did. */
      readonly is_mine?: boolean;
    }
  : Where;

/** A field to sort by, descending with a minus; or several, by importance. */
type SortOf<N> = OneSort<N> | readonly OneSort<N>[];
type OneSort<N> = FieldName<N> | `-${FieldName<N>}`;

interface PageOptions<N> {
  readonly where?: WhereOf<N>;
  readonly sort?: SortOf<N>;
  /** At most 1000; 100 by default. */
  readonly size?: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

interface GroupOptions<N> {
  readonly where?: WhereOf<N>;
  readonly sum?: readonly SumName<N>[];
  readonly min?: readonly FieldName<N>[];
  readonly max?: readonly FieldName<N>[];
}

/** A group of records that share values of some fields, and its measures. */
interface GroupOf<N, F extends FieldName<N>> {
  readonly group: Pick<StoredRecordOf<N>, F>;
  readonly count: number;
  readonly sum: TypeOf<N>['sums'];
  readonly min: Partial<StoredRecordOf<N>>;
  readonly max: Partial<StoredRecordOf<N>>;
}

/**
 * The records of all collections, for hooks, routes and jobs. Writes are checked, stamped, kept in the history and run hooks like any
 * other write. Exceeding a limit throws; results are never truncated.
 */
export interface Records {
  /** Finds a record by its id, or the first that meets a condition. Inside a transaction, it is locked. */
  find<N extends CollectionName>(collection: N, id: bigint): Promise<StoredRecordOf<N> | undefined>;
  find<N extends CollectionName>(
    collection: N,
    where: WhereOf<N>,
    options?: { readonly sort?: SortOf<N> },
  ): Promise<StoredRecordOf<N> | undefined>;
  /**
   * The records that meet a condition, `{ status: 'live', price: { lt: '10.00' } }`; `{}` means all. Throws if there are
   * more than 1000: use `each`, `page`, `count` or `sum`. With a `limit`, the first of them.
   */
  where<N extends CollectionName>(
    collection: N,
    where: WhereOf<N>,
    options?: { readonly sort?: SortOf<N>; readonly limit?: number },
  ): Promise<StoredRecordOf<N>[]>;
  /** All records that meet a condition, any number, in the order of their ids, for `for await`. */
  each<N extends CollectionName>(collection: N, where?: WhereOf<N>): AsyncIterable<StoredRecordOf<N>>;
  /** One page of a sorted list; `next` is null at its end. */
  page<N extends CollectionName>(
    collection: N,
    options?: PageOptions<N>,
  ): Promise<{ readonly records: StoredRecordOf<N>[]; readonly next: string | null }>;
  /** The records above one in its tree, from the root down. */
  ancestors<N extends TreeName>(collection: N, id: bigint): Promise<StoredRecordOf<N>[]>;
  /** The whole branch below a record of a tree. Throws if it has more than 1000 records; with a `limit`, the first of them. */
  descendants<N extends TreeName>(
    collection: N,
    id: bigint,
    options?: { readonly sort?: SortOf<N>; readonly limit?: number },
  ): Promise<StoredRecordOf<N>[]>;
  /**
   * The records right below one of a tree, or its roots for `null`: in the order by hand of siblings if there is one. Throws if
   * they are more than 1000; with a `limit`, the first of them.
   */
  children<N extends TreeName>(
    collection: N,
    id: bigint | null,
    options?: { readonly sort?: SortOf<N>; readonly limit?: number },
  ): Promise<StoredRecordOf<N>[]>;
  count<N extends CollectionName>(collection: N, where?: WhereOf<N>): Promise<number>;
  exists<N extends CollectionName>(collection: N, where?: WhereOf<N>): Promise<boolean>;
  /** The exact sum of a number field: of whole numbers a bigint, of decimals a text such as `'12.50'`. */
  sum<N extends CollectionName, F extends SumName<N>>(
    collection: N,
    field: F,
    where?: WhereOf<N>,
  ): Promise<TypeOf<N>['sums'][F]>;
  /** The least and the greatest value of a field; null if no record has one. */
  min<N extends CollectionName, F extends FieldName<N>>(
    collection: N,
    field: F,
    where?: WhereOf<N>,
  ): Promise<StoredRecordOf<N>[F] | null>;
  max<N extends CollectionName, F extends FieldName<N>>(
    collection: N,
    field: F,
    where?: WhereOf<N>,
  ): Promise<StoredRecordOf<N>[F] | null>;
  /** Groups records by fields, in their order. Throws if there are more than 1000 groups. */
  group<N extends CollectionName, F extends FieldName<N>>(
    collection: N,
    by: F | readonly F[],
    options?: GroupOptions<N>,
  ): Promise<GroupOf<N, F>[]>;
  /** Returns the new record's id. */
  create<N extends CollectionName>(collection: N, values: InputFor<N>): Promise<bigint>;
  update<N extends CollectionName>(collection: N, id: bigint, changes: Partial<InputFor<N>>): Promise<void>;
  /** Changes the record that holds these values of a unique group, such as `'slug'` or `'film,user'`, or creates it. */
  upsert<N extends CollectionName>(
    collection: N,
    by: UniqueOf<N>,
    values: InputFor<N>,
  ): Promise<{ readonly id: bigint; readonly isNew: boolean }>;
  remove<N extends CollectionName>(collection: N, id: bigint): Promise<void>;
  /** Moves a record in the order by hand of its collection: `{ before: id }`, `{ after: id }`, `{ to: 'first' }`. */
  move<N extends CollectionName>(collection: N, id: bigint, to: Destination): Promise<void>;
  /** Publishes the draft of a record. Only for collections with drafts, whose other writes go to drafts. */
  publish<N extends CollectionName>(collection: N, id: bigint): Promise<void>;
  /** Takes a record away from readers, and keeps its draft. */
  unpublish<N extends CollectionName>(collection: N, id: bigint): Promise<void>;
  /** Adds a job of the project, which begins if this is committed. */
  enqueue<Input>(job: Enqueueable<Input>, input: NoInfer<Input>, options?: EnqueueOptions): Promise<void>;
  /** Sends a mail of the project, one to each address, if this transaction commits. */
  send<Input>(
    mail: Sendable<Input>,
    to: string | readonly string[],
    input: NoInfer<Input>,
    options?: SendOptions,
  ): Promise<void>;
  /** Like `find` by id, but nobody else can change the record before the transaction ends. Throws outside of one. */
  lock<N extends CollectionName>(collection: N, id: bigint): Promise<StoredRecordOf<N> | undefined>;
}
