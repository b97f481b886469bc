import type { Definition } from '../../definitions/define-record.ts';
import { linkName } from '../../definitions/link-record.ts';
import type { Engine } from '../engine.ts';
import { literal } from '../values.ts';
import { type Aside, asideName, asidesIn, lastDayOf } from './aside.ts';
import { changeOf, describeType, standingValue, wantedColumns } from './columns.ts';
import { drop, fillNulls, holding, move } from './deeds.ts';
import type { Present } from './present.ts';
import { asked, plain, type Step } from './step.ts';
import { recordedOf, standingFor, type Table } from './table.ts';
import { createTable } from './table-steps.ts';

/** A column that no field is kept in goes out of use, under another name. */
export function putAside(table: Table, column: string): Step {
  const { name, source, has, present, today } = table;
  const kept = recordedOf(table, column);
  const aside = asideName(column, today, has);
  const link = linkName(name, column);
  return {
    ...asked,
    place: `${name}.${column}`,
    says: `is in the table but no longer in the definition: it is put aside as ${aside} and can be brought back.${hint(table, column)}`,
    rows: { table: source, where: holding(column) },
    checks: column === 'is_deleted' ? [{ kind: 'noneDeleted', table: source }] : [],
    deeds: [
      ...move(name, column, aside, kept),
      ...(kept?.column.type === 'ids' && present.tables.has(link) ? [{ sql: `drop table "${link}"` }] : []),
    ],
  };
}

/** A field that went and one of its kind that came may be one. */
function hint(table: Table, column: string): string {
  const kept = recordedOf(table, column);
  const alike = Object.entries(table.definition.columns).flatMap(([name, wanted]) => {
    const isNew = standingFor(table, name) === undefined;
    return isNew && kept && describeType(kept.column) === describeType(wanted) ? name : [];
  });
  return alike.length === 0
    ? ''
    : ` If it was renamed, say so: renamedFrom: '${column}' in ${alike.join(' or ')}.`;
}

/** The columns that were put aside so long ago that they are let go. */
export function planPruning({ tables }: Present, today: string, days: number): Step[] {
  return [...tables].flatMap(([table, columns]) =>
    asidesIn(columns)
      .filter((aside) => lastDayOf(aside, days) < today)
      .map((aside) => prune(table, aside)),
  );
}

/** Lets go of a column that was put aside. */
export function prune(table: string, { name: column }: Aside): Step {
  return {
    ...plain,
    when: 'anyTime',
    place: `${table}.${column}`,
    says: 'was put aside: its values are dropped for good',
    rows: { table, where: holding(column) },
    deeds: drop(table, column),
  };
}

/** Brings a column back that was put aside, for the field of this definition. */
export function recover(
  engine: Engine,
  definitions: readonly Definition[],
  present: Present,
  definition: Definition,
  { name: column, field }: Aside,
  today: string,
): Step {
  const table = definition.name;
  const kept = present.recorded.get(`${table}.${column}`);
  const wanted = wantedColumns(definition).get(field);
  const isSame = kept && wanted && changeOf(kept, wanted) === 'same';
  const initial = isSame ? standingValue(definition, field, today) : null;
  const link = kept?.column.type === 'ids' ? linkName(table, field) : undefined;
  const missing = definitions.find(({ name }) => name === link && !present.tables.has(name));
  return {
    ...asked,
    place: `${table}.${column}`,
    says: `comes back as ${field}`,
    rows: { table, where: holding(column) },
    deeds: [
      ...(missing ? createTable(engine, missing).deeds : []),
      ...(link === undefined ? [] : [{ link, table, column }]),
      // Rows that were made meanwhile may hold null.
      ...(kept && initial !== null
        ? [fillNulls(table, column, literal(engine.encode(kept.column, initial)))]
        : []),
      ...move(table, column, field, kept && { ...kept, nullable: wanted?.nullable || initial === null }),
    ],
  };
}
