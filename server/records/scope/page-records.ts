import { type Where, withoutKeys, withSortKeys } from '../../definitions/for-server.ts';
import { selectRanges, shapeOfSort } from '../lists/page-query.ts';
import { always, inRange } from '../query/conditions/condition.ts';
import {
  beforeAlike,
  type Cursor,
  completed,
  keysetRanges,
  readCursor,
  writeCursor,
} from '../query/cursor.ts';
import { readSort, type Sort } from '../query/sort.ts';
import type { AnyRecord } from '../record.ts';
import { requireOptions, requireSize, type Sorted, sortText } from './scope-reads.ts';
import { readFor, rightsOf, seenOf, type Target, wantedOf, writerFor } from './target.ts';

const USUAL_SIZE = 100;

export interface PageOptions {
  readonly where?: Where;
  readonly sort?: Sorted;
  readonly size?: number;
  readonly after?: string | undefined;
}

export interface RecordsPage {
  readonly records: AnyRecord[];
  readonly next: string | null;
}

/** One page of a sorted list, as quick at any depth. It locks nothing. A client may send `after`, so a bad one is its mistake. */
export async function readPage(target: Target, options: PageOptions = {}): Promise<RecordsPage> {
  requireOptions('page', options, ['where', 'sort', 'size', 'after']);
  const { where, sort: asked, size = USUAL_SIZE, after } = options;
  const { reads, definition } = target;
  requireSize('size', size);
  const sort = readFor(target, () => readSort({ definition, rights: rightsOf(target) }, sortText(asked)));
  const { condition, bindings } = wantedOf(target, where);
  const ranges =
    after === undefined ? [always] : keysetRanges(sort, await position(target, sort, after), bindings);
  const conditions = ranges.map((range) => inRange(range, condition));
  const writer = writerFor(target, { ...bindings.values, size: size + 1, skip: 0 });
  const columns = { ...definition.columns, ...shapeOfSort(sort) };
  const query = selectRanges(writer, sort, conditions, () =>
    reads.query.selectFrom(definition.name).select(Object.keys(columns)),
  );
  const found = await reads.records<AnyRecord>(query, columns);
  const records = found.slice(0, size);
  const last = found.length > size ? records.at(-1) : undefined;
  return {
    records: records.map((record) => seenOf(target, withoutKeys(definition, record))),
    next: last ? writeCursor(sort, last) : null,
  };
}

async function position({ reads, definition }: Target, sort: Sort, after: string): Promise<Cursor> {
  const read = readCursor(sort, after, 'after');
  if (!read.shortened) return read.values;
  const { record: id } = read.shortened;
  const record: AnyRecord | undefined = await reads.first(definition, (select) =>
    select.where('id', '=', id),
  );
  return (record && completed(sort, read, withSortKeys(definition, record))) ?? beforeAlike(sort, read);
}
