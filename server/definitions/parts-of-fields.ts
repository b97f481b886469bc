import type { AuditForm } from '../../contract/audit.ts';
import type { Column, Shape } from '../../contract/column.ts';
import { auditColumns } from './audit-columns.ts';
import { sortKeysOf } from './collation/sort-keys.ts';
import type { Field, Fields } from './field.ts';

/** The parts of a definition that follow from its fields. */
export function partsOfFields<F extends Fields>(fields: F, audit: AuditForm) {
  const entries: readonly (readonly [string, Field])[] = Object.entries(fields);
  const namesWhere = (applies: (field: Field) => unknown) =>
    entries.flatMap(([name, field]) => (applies(field) ? name : []));
  const columns: Shape = {
    id: { type: 'bigint' },
    ...Object.fromEntries(entries.map(([name, { column }]): [string, Column] => [name, column])),
    ...auditColumns[audit],
  };
  return {
    fields,
    columns,
    sortKeys: sortKeysOf(fields),
    required: namesWhere(({ required }) => required),
    initial: Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])),
    made: namesWhere(({ made }) => made),
    legacy: namesWhere(({ legacy }) => legacy),
    guarded: namesWhere(({ read, write }) => read ?? write),
  };
}
