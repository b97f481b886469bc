import type { Expanded, Only } from './expansions.ts';
import type { Id, Shape } from './shapes.ts';

/** References that are followed: `{ author: true }`, or further: `{ author: { country: true } }`. */
export type Expand<S> = S extends { readonly expand: infer X }
  ? { readonly [K in keyof X]?: true | (X[K] extends { readonly shape: infer T } ? Expand<T> : never) }
  : never;

/** A record with the requested fields and expansions. */
export type Shown<S extends Shape, F extends keyof S['record'], E> = Pick<
  S['record'],
  F | ('id' & keyof S['record'])
> &
  Expanded<S, E> & { readonly can?: Readonly<Record<string, boolean>> };

export interface Narrowing<S extends Shape> {
  readonly filter?: S['filter'];
  /** Words that must all be found. */
  readonly q?: string;
  /** Records that lack a text in one of these languages that they have in another. */
  readonly missing?: S['locale'] | readonly S['locale'][];
  /** Words to find by the collection's full text index. */
  readonly search?: string;
}

/** The language of localised fields; the default one if left out. */
export interface InLocale<S extends Shape> {
  readonly locale?: S['locale'];
}

/** A record with an object of languages for each localised field. */
export type Translated<S extends Shape, R> = {
  readonly [K in keyof R]: K extends S['localised'] ? { readonly [L in S['locale']]?: R[K] | null } : R[K];
};

export interface ShowRequest<S extends Shape, F extends keyof S['record'], E> extends InLocale<S> {
  /** Only these fields, and the id. */
  readonly fields?: readonly F[];
  readonly expand?: E & Expand<S> & Only<S, E>;
  /** Adds to each record the actions that the caller may take. */
  readonly can?: boolean;
}

export interface ListRequest<S extends Shape, F extends keyof S['record'], E>
  extends Narrowing<S>,
    ShowRequest<S, F, E> {
  /** In this order, `-` for descending. */
  readonly sort?: S['sort'] | readonly S['sort'][];
  /** Where days, weeks, months and years of the order begin, such as `Europe/Berlin`; UTC by default. */
  readonly zone?: string;
  readonly page?: number;
  readonly count?: number;
  /** The `next` of the page before. */
  readonly after?: string;
  /** The `previous` of the page after. */
  readonly before?: string;
  /** The page with this record in its middle. */
  readonly around?: Id;
  /** The page from this value of the first sorted field on. */
  readonly from?: string | number | bigint;
  readonly total?: boolean;
  /** Show where each record holds the words of `search`. */
  readonly highlight?: boolean;
}

/** What of a list goes into a file. */
export interface ExportRequest<S extends Shape>
  extends Narrowing<S>,
    Pick<ListRequest<S, keyof S['record'], unknown>, 'fields' | 'sort' | 'locale'> {
  /** Marks a CSV as UTF-8, which spreadsheets need. */
  readonly bom?: boolean;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  readonly next: string | null;
}

/** A page of a list that can be read in both directions. */
export interface ListPage<Item> extends Page<Item> {
  readonly previous: string | null;
  /** For each record, the parts of its fields around the words that were searched. */
  readonly highlights?: readonly Highlights[];
}

/** The parts of fields around words that were searched, as plain text; `found` marks the words. */
export type Highlights = Readonly<
  Record<string, readonly { readonly text: string; readonly found?: boolean }[]>
>;

/** A search through several collections: those named, or all that the caller may search. */
export interface SearchRequest {
  readonly collections?: readonly string[];
  readonly count?: number;
}

/** A record that was found in one of several collections. */
export interface FoundRecord {
  readonly collection: string;
  readonly id: Id;
  readonly title: string;
  readonly highlights: Highlights;
}

export interface PlaceRequest {
  readonly count?: number;
  readonly after?: string;
}

export interface HistoryRequest extends PlaceRequest {
  readonly order?: 'newest_first' | 'oldest_first';
}

export interface Condition {
  /** Write only if the record still has this tag; otherwise the server refuses with 412. */
  readonly ifMatch?: string;
}

export interface Repeatable {
  /** A key chosen by the caller: a write that is repeated with it is done only once. */
  readonly idempotencyKey?: string;
}

/** Of a write of one record. */
export type WriteOptions<S extends Shape> = Condition & Repeatable & InLocale<S>;

/** When something is decided about a draft: at once, or at this time in milliseconds since 1970; null takes a plan back. */
export type Decision<S extends Shape> = WriteOptions<S> & { readonly at?: number | null };

export interface PreviewTerms<S extends Shape> extends InLocale<S> {
  /** How long the link shows the draft; a day by default. */
  readonly hours?: number;
}

/** A link that shows a draft, until a time in milliseconds since 1970. */
export interface PreviewLink {
  readonly id: Id;
  readonly token: string;
  readonly url: string;
  /** The page of a site that shows it; null if the collection names none, or the draft lacks a value of its address. */
  readonly page: string | null;
  readonly expire_time: number;
}

/** A link that opens a draft; `own` is true if the caller made it. */
export interface ListedPreview {
  readonly id: Id;
  readonly own: boolean;
  readonly create_time: number;
  readonly expire_time: number;
}

export type BulkItem<S extends Shape> =
  | { readonly action: 'create'; readonly values: S['input'] }
  | { readonly action: 'update'; readonly id: Id; readonly values: Partial<S['input']> }
  | { readonly action: 'upsert'; readonly by: S['by']; readonly values: S['input'] }
  | { readonly action: 'delete'; readonly id: Id };

export interface BulkResult {
  readonly index: number;
  readonly status: number;
  readonly id: Id;
}

/** What a write did. */
export interface Done {
  /** The id of its request, by which the log, the history and an undo name it. */
  readonly request: string;
}

/** A record after a write, with its tag for the next `ifMatch`; only its id if the caller may not read it. */
export interface WriteAnswer<S extends Shape> extends Done {
  readonly id: Id;
  readonly record?: S['record'];
  readonly etag?: string;
}

/** The effect that a write would have. */
export interface DryRun<S extends Shape> {
  /** The record as it would be; without its id where it is new. */
  readonly record?: Omit<S['record'], 'id'>;
  /** Records that would be deleted or changed along with a deleted one. */
  readonly others: readonly {
    readonly collection: string;
    readonly action: 'delete' | 'update';
    readonly count: number;
  }[];
}

/** A change of every record that a filter finds, with the number of records that the user was shown. */
export type FilteredChange<S extends Shape> = Narrowing<S> & {
  readonly expected: number;
  readonly dryRun?: boolean;
} & (
    | { readonly action: 'update'; readonly set: Partial<S['input']> }
    | { readonly action: 'delete'; readonly set?: never }
    /** Of drafts alone. `at`: milliseconds since 1970; null takes such plans back. */
    | { readonly action: 'publish' | 'unpublish'; readonly at?: number | null; readonly set?: never }
  );

/** Who did something; null if the caller may not know. */
export type KnownUser = { readonly id: Id; readonly username: string | null } | null;

export interface HistoryEntry<S extends Shape> {
  readonly id: Id;
  readonly action: 'create' | 'update' | 'delete' | 'restore' | 'purge' | 'publish' | 'unpublish';
  readonly time: number;
  readonly request_id: string;
  readonly user: KnownUser;
  /** The API key by which a service user made the change. */
  readonly key?: { readonly id: Id; readonly name: string };
  readonly changes: FieldChanges<S>;
}

/** What changed of a record, by field. */
export type FieldChanges<S extends Shape> = {
  readonly [K in keyof S['record']]?: {
    readonly before: S['record'][K] | null;
    readonly after: S['record'][K] | null;
    /** The sides on which the field's rule refuses the value by now; it is null there. */
    readonly removed?: readonly ('before' | 'after')[];
  };
};

/** Two versions of a record, by entries of its history; `published` is the published record of a draft. */
export interface Versions {
  readonly from: Id | 'published';
  /** By default the record as it is now. */
  readonly to?: Id;
}

export type TrashEntry<S extends Shape> = S['record'] & {
  readonly delete_time: number;
  readonly deleted_by: KnownUser;
  readonly along_with: { readonly collection: string; readonly id: Id } | null;
  readonly others: number;
};

/** A copy of an image: of a width, or of a declared size by its name; one of the two. */
export interface ImageCopy {
  readonly width?: number;
  readonly size?: string;
}

/** Where a file is read without a token, and until when; null for ever. */
export interface FileAddress {
  readonly url: string;
  readonly expire_time: number | null;
}

export interface UploadedFile {
  readonly id: Id;
  readonly url: string;
  readonly path: string;
  readonly name: string;
  readonly extension: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Absent of those that everybody may read. */
  readonly private?: boolean;
}
