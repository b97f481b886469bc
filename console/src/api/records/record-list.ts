import { Operations } from '../../../../server/client/runtime/operations.ts';
import type { Shape } from '../../../../server/client/runtime/shapes.ts';
import { connection } from '../connection.ts';
import type { Description, ServedDescription } from '../definitions.ts';
import type { RecordFilter } from './record-filter.ts';

/** A record as lists show it: ids as digits, and what the asked references lead to under `expanded`. */
export interface ListedRecord {
  readonly id: string;
  readonly can?: Readonly<Record<string, boolean>>;
  readonly expanded?: Readonly<Record<string, Expanded | readonly Expanded[] | null>>;
  /** The languages of texts that fell back to another one than requested. */
  readonly fallbacks?: Readonly<Record<string, { readonly code: string; readonly name: string }>>;
  readonly [field: string]: unknown;
}
type Expanded = Readonly<Record<string, unknown>>;

/** A place in a list, by one of these; without any it is the list's beginning. */
export interface ListPlace {
  readonly after?: string;
  readonly before?: string;
  readonly around?: string;
  readonly from?: string;
}

export interface ListOptions extends RecordFilter {
  readonly sort: string;
  readonly locale?: string;
}

export interface ListQuery extends ListOptions, ListPlace {
  readonly fields?: readonly string[];
  readonly expand?: Readonly<Record<string, true>>;
  readonly count: number;
  readonly total?: boolean;
  readonly can?: boolean;
  /** Records as they were at a time. */
  readonly as_of?: number;
}

export interface RecordPage {
  readonly items: readonly ListedRecord[];
  readonly total: number | null;
  readonly next: string | null;
  readonly previous: string | null;
}

/** What is known of the records of any collection. */
export interface AnyShape extends Shape {
  readonly record: ListedRecord;
}

/**
 * A client of any collection, by the definitions that the caller sees; without these, for requests that expand nothing. What a
 * collection has decides which of its requests are of use.
 */
export function recordClient(
  collection: ServedDescription,
  all: readonly Description[] = [collection],
): Operations<AnyShape> {
  const forms = Object.fromEntries(
    all.map((one) => {
      const { name, path = '', singleton, fields } = one.name === collection.name ? collection : one;
      const ids = fields.filter(
        ({ target, kind }) => target !== undefined || /^file/.test(kind) || /^reference/.test(kind),
      );
      const expand = Object.fromEntries(
        fields.flatMap(({ name: field, target }) => (target ? [[field, target]] : [])),
      );
      return [
        name,
        {
          path,
          ...(singleton && { isSingleton: true }),
          ...(collection.version === 'draft' && { isDraft: true }),
          ids: ['id', ...ids.map(({ name: field }) => field)],
          bigints: [],
          expand,
        },
      ];
    }),
  );
  return new Operations<AnyShape>(connection, forms, collection.name);
}

export async function readRecords(client: Operations<AnyShape>, query: ListQuery): Promise<RecordPage> {
  return (await client.list(query as object)) as unknown as RecordPage; // names of fields and references are known at run time alone
}
