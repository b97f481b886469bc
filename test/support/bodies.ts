// What answers hold, for tests that read them. The types of the server's own routes are those of the typed client, which are made
// from the schemas of the server; here ids are numbers, as they are in JSON.
import type { BuiltInRoutes } from '../../server/client/runtime/built-in-routes.ts';
import type { ListPage } from '../../server/client/runtime/requests.ts';
import type { Plain } from './client.ts';

type Routes = BuiltInRoutes<number>;

/** A body as the bases of older clients tell it, which most tests ask: some properties have other names there. */
type InOlderWords<T> = T extends readonly (infer Item)[]
  ? readonly InOlderWords<Item>[]
  : T extends object
    ? { readonly [N in keyof T as OlderName<N, T>]: InOlderWords<T[N]> }
    : T;
type OlderName<N, T> = N extends keyof Older
  ? Older[N]
  : N extends 'id'
    ? T extends { readonly cursor: string; readonly own: boolean }
      ? 'row'
      : N
    : N;
interface Older {
  readonly collection: 'record';
  readonly collections: 'records';
  readonly record: 'row';
  readonly record_id: 'row_id';
  readonly records: 'rows';
}

/** What a route of the server answers without a base: `BodyOf<'GET /cms/log'>`. */
export type BodyOf<R extends keyof Routes> = InOlderWords<Routes[R]['answer']>;

/** An element of the list that it answers. */
export type ItemOf<R extends keyof Routes> =
  BodyOf<R> extends readonly (infer Item)[]
    ? Item
    : BodyOf<R> extends { readonly items: readonly (infer Item)[] }
      ? Item
      : never;

export type Changes = BodyOf<'GET /v1/changes'>;
export type Change = ItemOf<'GET /v1/changes'>;
export type Delivery = ItemOf<'GET /cms/webhook/:id/delivery'>;
export type Explained = BodyOf<'GET /cms/access/explain'>;
export type Grants = ItemOf<'GET /cms/admin/grants'>;
export type Job = ItemOf<'GET /cms/job'>;
export type LogLine = ItemOf<'GET /cms/log'>;
export type Preview = BodyOf<'POST /cms/access/preview'>;
export type Session = ItemOf<'GET /cms/user/sessions'>;

/** How a collection is described; its drafts are described like it. */
export interface Definition extends Omit<BodyOf<'GET /cms/definition/:name'>, 'drafts'> {
  readonly drafts?: Definition;
}

/** A record of a collection, with the fields that a test names. */
export type AnyRecord<Values = Plain> = Values & { readonly id: number };

/** A page of a list of records. */
export type Page<Item = AnyRecord> = ListPage<Item>;

/** An entry of a record's history. */
export interface Revision {
  readonly id: number;
  readonly action: string;
  readonly time: number;
  readonly user: { readonly id: number; readonly username: string | null } | null;
  readonly request_id: string;
  readonly changes: FieldChanges;
}

/** A record of the trash. */
export type Trashed<Values = Plain> = AnyRecord<Values> & {
  readonly delete_time: number;
  readonly deleted_by: Revision['user'];
  readonly along_with: { readonly record: string; readonly id: number } | null;
  readonly others: number;
};

/** What changed of a record, by field. */
export type FieldChanges = Readonly<
  Record<
    string,
    { readonly before: unknown; readonly after: unknown; readonly removed?: readonly ('before' | 'after')[] }
  >
>;

/** What a query for groups answers, as far as it selects it. */
export interface Groups {
  readonly items: readonly ({ readonly group: Plain; readonly count: number } & {
    readonly [F in 'sum' | 'avg' | 'min' | 'max']?: Plain;
  })[];
  readonly next: string | null;
}

/** How each item of a bulk write fared. */
export interface BulkReport {
  readonly code: number;
  readonly message: string;
  readonly items: readonly {
    readonly index: number;
    readonly status: number;
    readonly id?: number;
    readonly code?: number;
    readonly fields?: Plain;
    readonly problems?: Plain;
  }[];
}

/** A user, a group, a list of them, or a refusal, as `/scim/v2` answers it. */
export interface ScimBody {
  readonly id: string;
  readonly active: boolean;
  readonly userName?: string;
  readonly scimType?: string;
  readonly totalResults: number;
  readonly Resources: readonly ScimBody[];
  readonly members?: readonly { readonly value: string }[];
  readonly groups?: readonly { readonly value: string }[];
}
