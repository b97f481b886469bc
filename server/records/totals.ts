import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Raw, Reader } from '../database/engine.ts';
import { Recent, type Version } from '../database/recent.ts';
import type { Definition } from '../definitions/define-record.ts';
import { always, type Condition, isAlways, toSql } from './condition.ts';
import type { Queries } from './queries.ts';

/** So many rows are quickly counted, sorted or passed over. */
export const FEW = 1000;

/** Counts rows. */
export interface Totals {
  /** How many rows a record has; null where they are more than FEW. Remembered as long as the version stands. */
  few(definition: Definition, version: Version): Promise<number | null>;
  /** How many rows meet a condition, however long that takes. */
  all(reader: Reader, definition: Definition, where: Condition, values: Raw): Promise<number>;
}

export function makeTotals({ reads }: Database, queries: Queries): Totals {
  const known = new Recent<Definition, number | null>(1000);
  const count = async (reader: Reader, definition: Definition, where: Condition, values: Raw) => {
    const shape = ['count', definition.name, where, 'most' in values];
    const [row] = await queries.rows(reader, shape, values, (writer) => {
      let rows = writer.query.selectFrom(definition.name).select(sql<number>`1`.as('one'));
      if (!isAlways(where)) rows = rows.where(toSql(writer, where));
      if ('most' in values) rows = rows.limit(writer.slot('most') as number);
      const query = writer.query.selectFrom(rows.as('rows')).select((e) => e.fn.countAll().as('total'));
      return { query, columns: { total: { type: 'integer' } } };
    });
    return row?.total as number;
  };
  return {
    async few(definition, version) {
      const before = known.get(definition, version);
      if (before !== undefined) return before;
      const counted = await count(reads, definition, always, { most: FEW + 1 });
      const total = counted > FEW ? null : counted;
      known.set(definition, total, version);
      return total;
    },
    all: count,
  };
}
