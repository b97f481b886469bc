import type { Raw, Reader } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { allOf, type Condition, toSql } from '../query/conditions/condition.ts';
import { keyOf, type Queries, type QueryCall } from '../query/queries.ts';
import type { RequestedLocales } from '../query/requested-locales.ts';
import { type Flags, flagged, selected, shapeOf, shapeOfFlags } from './page-query.ts';

/** Columns of a collection, and the condition for showing its records. */
interface Targets {
  readonly definition: Definition;
  readonly columns: readonly string[];
  readonly locales: RequestedLocales | undefined;
  readonly flags: Flags;
  readonly visible: Condition;
}

/** A query for a number of ids. */
interface ForSome {
  readonly key: string;
  readonly build: QueryCall[2];
}

/** Makes a reader of records by their ids. The last id is repeated up to a power of two, so few statements serve all lengths. */
export function makeTargetReader(
  queries: Queries,
  { definition, columns, locales, flags, visible }: Targets,
): (reader: Reader, ids: readonly bigint[], values: Raw) => MaybePromise<Raw[]> {
  const known = new Map<number, ForSome>();
  const querying = (length: number): ForSome => {
    const slots = Array.from({ length }, (_, index) => `${index}`);
    const wanted = allOf([visible, { column: 'id', in: slots }]);
    return {
      key: keyOf([definition.name, columns, locales?.chain, flags, wanted]),
      build: (writer) => ({
        query: writer.query
          .selectFrom(definition.name)
          .select([...selected(definition, columns, locales), ...flagged(writer, flags)])
          .where(toSql(writer, wanted)),
        columns: { ...shapeOf(definition, columns), ...shapeOfFlags(flags) },
      }),
    };
  };
  return (reader, ids, values) => {
    const length = 2 ** Math.ceil(Math.log2(ids.length));
    const { key, build } = known.get(length) ?? querying(length);
    known.set(length, { key, build });
    const bound: Raw = { ...values };
    for (let index = 0; index < length; index += 1) bound[index] = ids[index] ?? ids.at(-1); // numbers cost less than names
    return queries.records(reader, key, bound, build);
  };
}
