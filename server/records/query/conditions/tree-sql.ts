import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { MAX_TREE_LEVELS } from '../../../../contract/limits.ts';
import type { Engine } from '../../../database/engine.ts';
import type { Tables } from '../../../database/soft-deletion/tables.ts';

/** A walk through a tree from the record whose id is bound to `slot`. It passes only records that meet `visible`. */
interface Walk {
  readonly query: Kysely<Tables>;
  readonly engine: Pick<Engine, 'wholeNumbers'>;
  readonly collection: string;
  /** The field that holds the parent. */
  readonly parent: string;
  readonly slot: string;
  readonly start: unknown;
  readonly visible: Expression<SqlBool>;
}

// Columns of these queries begin with an underscore, as none of a collection does: conditions name theirs without a table. Steps
// are counted, so that a circle in records that are older than their tree ends.

/** The ids of the first record and of all records below it. */
export function branchIds({ query, engine, collection, parent, slot, start, visible }: Walk) {
  const branch = `_below_${slot}`;
  return query
    .withRecursive(`${branch}(_id, _level)`, (records) =>
      records
        .selectNoFrom([
          sql`cast(${start} as ${sql.raw(engine.wholeNumbers.type)})`.as('_id'),
          sql.lit(0).as('_level'),
        ])
        .unionAll(
          records
            .selectFrom(collection)
            .innerJoin(branch, `${branch}._id`, `${collection}.${parent}`)
            .select([`${collection}.id as _id`, next(branch)])
            .where(`${branch}._level`, '<', MAX_TREE_LEVELS)
            .where(visible),
        ),
    )
    .selectFrom(branch)
    .select('_id');
}

/** The ids of all records above the first one. */
export function ancestorIds({ query, collection, parent, slot, start, visible }: Walk) {
  const line = `_above_${slot}`;
  return query
    .withRecursive(`${line}(_parent, _level)`, (records) =>
      records
        .selectFrom(collection)
        .select([`${parent} as _parent`, sql.lit(0).as('_level')])
        .where('id', '=', start)
        .where(visible)
        .unionAll(
          records
            .selectFrom(collection)
            .innerJoin(line, `${line}._parent`, `${collection}.id`)
            .select([`${collection}.${parent} as _parent`, next(line)])
            .where(`${line}._level`, '<', MAX_TREE_LEVELS)
            .where(visible),
        ),
    )
    .selectFrom(line)
    .select('_parent')
    .where('_parent', 'is not', null);
}

function next(walk: string) {
  return sql<number>`${sql.ref(`${walk}._level`)} + 1`.as('_level');
}
