import type { Reader } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Bindings } from '../query/conditions/bindings.ts';
import { allOf, type Condition } from '../query/conditions/condition.ts';
import { beforeAlike, type Cursor, completed, type ReadCursor, readCursor } from '../query/cursor.ts';
import type { Path } from '../query/paths.ts';
import type { Queries } from '../query/queries.ts';
import type { RequestedLocales } from '../query/requested-locales.ts';
import type { Sort } from '../query/sort.ts';
import { pageRecords } from './page-query.ts';

type ShortenedCursor = ReadCursor & { readonly shortened: object };

/** The records of the list, in which the position is looked up. */
interface Listed {
  readonly definition: Definition;
  readonly sort: Sort;
  readonly paths: readonly Path[];
  readonly where: Condition;
  readonly bindings: Bindings;
  readonly parameter: 'after' | 'before';
  readonly locales?: RequestedLocales | undefined;
}

/**
 * The values after which a page begins. Texts too long for a cursor are read from their record. If that record has changed or is
 * gone, the page begins before all texts with the same beginning.
 */
export function findPosition(
  queries: Queries,
  reader: Reader,
  listed: Listed,
  text: string,
): MaybePromise<Cursor> {
  const position = readCursor(listed.sort, text, listed.parameter);
  const { values, shortened } = position;
  return shortened ? completedByRecord(queries, reader, listed, { values, shortened }) : values;
}

async function completedByRecord(
  queries: Queries,
  reader: Reader,
  { definition, sort, paths, where, bindings, locales }: Listed,
  position: ShortenedCursor,
): Promise<Cursor> {
  const slot = bindings.add(definition.columns.id ?? { type: 'bigint' }, position.shortened.record);
  const holder: Condition = { column: 'id', is: '=', slot };
  const columns = [...new Set(['id', ...sort.map(({ column }) => column)])];
  const page = { definition, columns, locales, sort, paths, ranges: [allOf([where, holder])] };
  const [record] = await pageRecords(queries, reader, page, { ...bindings.values, size: 1, skip: 0 });
  return (record && completed(sort, position, record)) ?? beforeAlike(sort, position);
}
