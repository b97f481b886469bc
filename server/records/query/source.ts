import { type RawBuilder, sql } from 'kysely';
import { type Definition, storedColumns } from '../../definitions/for-server.ts';
import { type ConditionWriter, toSql } from './conditions/condition.ts';
import { distanceFrom } from './distance.ts';
import type { Path, PathStep } from './paths.ts';
import { periodOfDate, periodOfTime } from './periods.ts';
import type { Select } from './select.ts';

/** The prefix of joined tables, which no collection may have. */
const JOINED = '_j';
const COUNTED = '_c';

/**
 * The records of a collection, with a column for each path. The table keeps its name, so conditions over its own columns stay as
 * they are. A record whose reference leads nowhere, or to a record that the actor may not read, holds null there.
 */
export function recordsWith(writer: ConditionWriter, definition: Definition, paths: readonly Path[]): Select {
  const { query } = writer;
  const { name } = definition;
  if (paths.length === 0) return query.selectFrom(name);
  const own = Object.keys(storedColumns(definition)).map((column) => `${name}.${column}`);
  let records: Select = query.selectFrom(name).select(own);
  const joined = new Map<string, string>();
  for (const path of paths) {
    let table = name;
    let way = '';
    for (const { field, sources = [field], collection, visible } of path.steps) {
      way += `.${field}`;
      const known = joined.get(way);
      const there = known ?? `${JOINED}${joined.size}`;
      if (known === undefined) {
        const from = table;
        const targets = query.selectFrom(collection).selectAll().where(toSql(writer, visible)).as(there);
        const held = firstOf(sources.map((source) => `${from}.${source}`));
        records = records.leftJoin(targets, (join) => join.on(sql.ref(`${there}.id`), '=', held));
        joined.set(way, there);
      }
      table = there;
    }
    if (path.counted) {
      records = records.select(
        numberOf(writer, path.counted, table, `${COUNTED}${path.column}`).as(path.column),
      );
      continue;
    }
    const value = path.from
      ? distanceFrom(writer.engine, `${table}.${path.of}`, path.from, writer.slot)
      : columnOf(writer, path, table, path.of);
    records = records.select(value.as(path.column));
  }
  return query.selectFrom(records.as(name)) as Select;
}

/**
 * How many records refer to a record of the joined table; null if there are none. A subquery for each record, because MariaDB refuses
 * some aggregates over a join with groups.
 */
function numberOf(
  writer: ConditionWriter,
  { collection, field, visible }: PathStep,
  table: string,
  alias: string,
): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`);
  const count = writer.query
    .selectFrom(`${collection} as ${alias}`)
    .select((e) => e.fn.countAll().as('records'))
    .whereRef(`${alias}.${field}`, '=', `${table}.id`)
    .where(toSql(writer, visible));
  return sql`case when ${id} is null then null else ${count} end`;
}

/** The number of referring records for each referenced record, under `id`. */
export function countsOf(
  writer: ConditionWriter,
  { collection, field, visible }: Pick<PathStep, 'collection' | 'field' | 'visible'>,
): Select {
  return writer.query
    .selectFrom(collection)
    .select((e) => [e.ref(field).as('id'), e.fn.countAll().as('records')])
    .where(field, 'is not', null)
    .where(toSql(writer, visible))
    .groupBy(field) as Select;
}

/** The first of these columns that is not null. */
export function firstOf(columns: readonly string[]): RawBuilder<unknown> {
  const [only = '', ...others] = columns;
  return others.length > 0 ? sql`coalesce(${sql.join(columns.map((name) => sql.ref(name)))})` : sql.ref(only);
}

function columnOf({ engine }: ConditionWriter, { period, sources }: Path, table: string, of: string) {
  const held = firstOf((sources ?? [of]).map((source) => `${table}.${source}`));
  if (!period) return held;
  const { length, isDate, zone } = period;
  return isDate ? periodOfDate(engine, length, held) : periodOfTime(engine, length, held, zone);
}
