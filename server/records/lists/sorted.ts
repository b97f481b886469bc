import type { Database } from '../../database/database.ts';
import type { Raw, Reader } from '../../database/engine.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { allOf, type Condition } from '../query/condition.ts';
import { writeCursor } from '../query/cursor.ts';
import type { Path } from '../query/paths.ts';
import type { Queries } from '../query/queries.ts';
import type { Speech } from '../query/speech.ts';
import type { ReadContext } from '../read-context.ts';
import type { Advice } from './advice.ts';
import { mayBeTooLong, untilTooLong } from './answer-weight.ts';
import type { Costs } from './cost.ts';
import { findPosition } from './find-position.ts';
import { fitIndexes } from './index-fit.ts';
import { pageRows } from './page-query.ts';
import { FEW } from './totals.ts';
import { type Place, readPlace, type SortedList } from './window.ts';

/** What lists read with. */
export interface ListTools {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly queries: Queries;
  readonly advice: Advice;
  readonly costs: Costs;
}

/** What a list reads of which rows. */
export interface AskedList extends Listed {
  readonly count: number;
  readonly skip: number;
  readonly isPlaced: boolean;
}

/** The rows of a page, and how many there are in all where the page tells. */
export interface Found {
  readonly rows: readonly Raw[];
  readonly total: number | undefined;
  readonly previous: string | null;
  readonly next: string | null;
  readonly ranks?: readonly number[];
}

/** Reads a page of a list in its order. */
export function makeReadSorted({
  database,
  catalogue,
  queries,
  advice,
  costs: { totals, readerFor },
}: ListTools) {
  return async (asked: AskedList, request: Place, context: ReadContext): Promise<Found> => {
    const { definition, columns, speech, where, bindings, judged, sort, paths, fieldOf } = asked;
    const { count, skip, isPlaced } = asked;
    const fit = fitIndexes(catalogue, definition, where, sort);
    for (const { definition: about, line } of fit.advice)
      if (advice.isNew(line) && (await totals.few(about, context)) === null) advice.give(line);
    const read = [...new Set([...columns, ...sort.map(({ column }) => column)])];
    const isScan = !fit.isQuick || skip > FEW;
    const reader = await readerFor({ definition, where, paths, isScan }, context);
    const bounded = mayBeTooLong(definition, read, count + 1) ? untilTooLong(reader, 'count') : reader;
    const listed = { definition, columns: read, speech, sort, paths, where, bindings, fieldOf };
    const readWindow = await readPlace(
      sortedList(queries, database, bounded, { ...listed, ...(judged && { judged }) }),
      request,
    );
    const { rows, hasPrevious, hasNext } = await readWindow(count, skip);
    const [first, last] = [rows.at(0), rows.at(-1)];
    const isEnd = !isPlaced && !hasNext && (skip === 0 || rows.length > 0);
    return {
      rows,
      total: isEnd ? skip + rows.length : undefined,
      previous: hasPrevious && first ? writeCursor(sort, first) : null,
      next: hasNext && last ? writeCursor(sort, last) : null,
    };
  };
}

interface Listed extends Pick<SortedList, 'sort' | 'bindings' | 'fieldOf'> {
  readonly definition: Definition;
  readonly paths: readonly Path[];
  readonly columns: readonly string[];
  readonly speech: Speech | undefined;
  readonly judged?: Readonly<Record<string, Condition>>;
  readonly where: Condition;
}

function sortedList(
  queries: Queries,
  { reads }: Database,
  reader: Reader,
  { definition, where, columns, speech, judged, paths, ...list }: Listed,
): SortedList {
  const { bindings } = list;
  return {
    ...list,
    find: (sort, parameter, text) =>
      findPosition(queries, reads, { definition, speech, sort, paths, where, bindings, parameter }, text),
    read(sort, ranges, size, skip = 0) {
      const within = ranges.map((range) => allOf([where, range]));
      const page = { definition, columns, speech, sort, paths, ranges: within };
      const values = { ...bindings.values, size, skip };
      return pageRows(queries, reader, { ...page, ...(judged && { judged }) }, values);
    },
  };
}
