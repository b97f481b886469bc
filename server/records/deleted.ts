import type { SelectQueryBuilder } from 'kysely';
import type { Raw } from '../database/engine.ts';
import type { Tables } from '../database/tables.ts';
import { withDeleted } from '../database/with-deleted.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import type { Reads } from './reads.ts';

type Select = SelectQueryBuilder<Tables, string, Raw>;

/** As `reads.where`, over deleted rows too. */
export function whereEvenDeleted<D extends Definition>(
  reads: Reads,
  definition: D,
  narrow: (select: Select) => Select,
): Promise<RowOf<D>[]> {
  const select = withDeleted(reads.query)
    .selectFrom(definition.name)
    .select(Object.keys(definition.columns)) as Select;
  return reads.rows(narrow(select), definition.columns);
}
