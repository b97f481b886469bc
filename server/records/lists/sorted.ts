import type { Database, Raw, Reader } from '../../database/index.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { inTurn, type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import {
  type Bindings,
  type Condition,
  makeKeysetRanges,
  type Path,
  type Queries,
  type RequestedLocales,
  reversed,
  type Sort,
  writeCursor,
} from '../query/index.ts';
import type { ReadContext } from '../read-context.ts';
import { mayBeTooLong, untilTooLong } from './answer-weight.ts';
import type { Costs } from './cost.ts';
import { findPosition } from './find-position.ts';
import { type Advice, fitIndexes } from './index-fit.ts';
import { makePageReader } from './page-query.ts';
import { FEW } from './totals.ts';
import { type PagePosition, PLACES, readPlace, type SortedList } from './window.ts';

/** The tools that lists share. */
export interface ListTools {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly queries: Queries;
  readonly advice: Advice;
  readonly costs: Costs;
}

/** The columns and records that a list reads. */
export interface AskedList {
  readonly definition: Definition;
  readonly columns: readonly string[];
  readonly locales: RequestedLocales | undefined;
  readonly sort: Sort;
  readonly paths: readonly Path[];
  readonly fieldOf: SortedList['fieldOf'];
  readonly where: Condition;
  /** Conditions to evaluate for each record, as columns of these names. */
  readonly flags?: Readonly<Record<string, Condition>>;
  /** How many records a page has. */
  readonly count: number;
}

/** A page of a list, with the bindings of its conditions. */
export interface AskedPage extends PagePosition {
  readonly bindings: Bindings;
  readonly page: number;
}

/** The records of a page, and the total if it is known. */
export interface SortedPage {
  readonly records: readonly Raw[];
  readonly total: number | undefined;
  readonly previous: string | null;
  readonly next: string | null;
  readonly ranks?: readonly number[];
}

/** Reads a page of one list. */
export type ReadPage = (asked: AskedPage, context: ReadContext) => MaybePromise<SortedPage>;

/** Plans how the pages of a list are read in its order. */
export function makePlanSorted({
  database,
  catalogue,
  queries,
  advice,
  costs: { totals, readerFor },
}: ListTools) {
  return (list: AskedList): ReadPage => {
    const { definition, columns, where, sort, paths, count } = list;
    const fit = fitIndexes(catalogue, definition, where, sort);
    const read = [...new Set([...columns, ...sort.map(({ column }) => column)])];
    const isLong = mayBeTooLong(definition, read, count + 1);
    const sortedList = planSortedList(queries, database, { ...list, columns: read });
    const advise = (context: ReadContext) =>
      inTurn(fit.advice, ({ definition: about, line }) => {
        if (!advice.isNew(line)) return;
        return whenKnown(totals.few(about, context), (few) => {
          if (few === null) advice.give(line);
        });
      });
    const readWith = (reader: Reader, asked: AskedPage, skip: number) => {
      const bounded = isLong ? untilTooLong(reader, 'count') : reader;
      const place = readPlace(sortedList(bounded, asked.bindings), asked);
      return whenKnown(place, (readWindow) => readWindow(count, skip));
    };
    return (asked, context) => {
      const isPlaced = PLACES.some((name) => asked[name] !== undefined);
      const skip = isPlaced ? 0 : asked.page * count;
      const isScan = !fit.isQuick || skip > FEW;
      const reader = whenKnown(advise(context), () =>
        readerFor({ definition, where, paths, isScan }, context),
      );
      const window = whenKnown(reader, (chosen) => readWith(chosen, asked, skip));
      return whenKnown(window, ({ records, hasPrevious, hasNext }) => {
        const [first, last] = [records.at(0), records.at(-1)];
        const isEnd = !isPlaced && !hasNext && (skip === 0 || records.length > 0);
        return {
          records,
          total: isEnd ? skip + records.length : undefined,
          previous: hasPrevious && first ? writeCursor(sort, first) : null,
          next: hasNext && last ? writeCursor(sort, last) : null,
        };
      });
    };
  };
}

function planSortedList(queries: Queries, { reads }: Database, list: AskedList) {
  const { definition, locales, sort, paths, fieldOf, where } = list;
  const planned = (order: Sort) => ({
    sort: order,
    rangesBeyond: makeKeysetRanges(order),
    readPage: makePageReader(queries, { ...list, sort: order }, where),
  });
  const orders = { onwards: planned(sort), backwards: planned(reversed(sort)) };
  return (reader: Reader, bindings: Bindings): SortedList => ({
    sort,
    bindings,
    fieldOf,
    find: (direction, parameter, text) => {
      const { sort: order } = orders[direction];
      const listed = { definition, locales, sort: order, paths, where, bindings, parameter };
      return findPosition(queries, reads, listed, text);
    },
    beyond: (direction, values) => orders[direction].rangesBeyond(values, bindings),
    read: (direction, ranges, size, skip = 0) =>
      orders[direction].readPage(reader, ranges, { ...bindings.values, size, skip }),
  });
}
