/** An id or a reference: a 64-bit integer as text, so that nothing can round it. */
export type Id = string;

/** Any JSON. Whole numbers that a double would round are bigints. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The shape of a collection, for the compiler alone. */
export interface Shape {
  readonly record: object;
  readonly input: object;
  readonly filter: object;
  readonly sort: string;
  /** The unique fields by which an upsert finds a record. */
  readonly by: string;
  readonly expand: object;
  /** What can be computed of many records, by measure and field. */
  readonly measures: {
    readonly sum: object;
    readonly avg: object;
    readonly min: object;
    readonly max: object;
  };
  /** Where records can be moved to; `never` if the collection has no order by hand. */
  readonly move: Destination;
  /** The id of a record in the tree; `never` if the collection is not a tree. */
  readonly tree: Id;
  /** The languages of content, and the fields that hold a value in each. */
  readonly locale: string;
  readonly localised: string;
  /** What can be done with its records, besides what the members above say. */
  readonly has: Ability;
  /** Its one record has no id. */
  readonly isSingleton: boolean;
  /** The shape of its drafts; `never` if it has none. */
  readonly drafts: Shape;
}

/** What a client can do with a collection: of `stored` records more is known than of those of a query. */
export type Ability = 'read' | 'stored' | 'write' | 'history' | 'trash' | 'publish';

/** A place in an order by hand: in the record's own list, or in the one that `within` names. */
export type Destination = (
  | { readonly before: Id }
  | { readonly after: Id }
  | { readonly to: 'first' | 'last' }
) & { readonly within?: Id | string | number | boolean | null };

/** A field that refers to one record, or to many, of a collection. */
export interface One<S> {
  readonly many: false;
  readonly shape: S;
}

export interface Many<S> {
  readonly many: true;
  readonly shape: S;
}

/** Values that are the same or not, and have no order. */
export interface CompareEqual<T> {
  readonly eq?: T;
  readonly ne?: T;
  readonly in?: readonly T[];
  readonly nin?: readonly T[];
  readonly null?: boolean;
}

export interface CompareValue<T> extends CompareEqual<T> {
  readonly lt?: T;
  readonly lte?: T;
  readonly gt?: T;
  readonly gte?: T;
}

/** Moments; `now` is that of the request. */
export type CompareMoment = CompareValue<number | 'now'>;

/** References to users; `me` is the caller. */
export type CompareUser = CompareEqual<Id | 'me'>;

/** Of the field that holds a record's parent in a tree: also the records below and above one. */
export interface CompareParent<T> extends CompareValue<T> {
  readonly below?: T;
  readonly above?: T;
}

export interface CompareText<T extends string = string> extends CompareValue<T> {
  readonly contains?: string;
  readonly ncontains?: string;
  readonly starts?: string;
  readonly ends?: string;
}

export type CompareTruth = CompareEqual<boolean>;

/** Places as text: `52.52,13.405`. */
export interface ComparePoint extends CompareEqual<string> {
  /** `52.52,13.405,5000`: at most this many metres away; without metres, at any distance. */
  readonly near?: string;
  /** `south,west,north,east` */
  readonly within?: string;
}

/** Whether the caller created a record. */
export interface CompareMine {
  readonly eq?: boolean;
  readonly ne?: boolean;
}

export type CompareMany = CompareEqual<Id>;

export interface CompareNothing {
  readonly null?: boolean;
}

export interface Grouped<F> {
  readonly and?: readonly F[];
  readonly or?: readonly F[];
  readonly not?: F;
}
