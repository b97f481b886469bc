import { linkName } from '../../definitions/link-record.ts';
import { asideName, draftOf } from './aside.ts';
import { describeColumn, describeType } from './columns.ts';
import { drop, dropIndex, move } from './deeds.ts';
import { wantedIndexes } from './indexes.ts';
import type { Kept } from './present.ts';
import { asked, type Deed, plain, type Step } from './step.ts';
import { changeTo, recordedOf, type Table } from './table.ts';

/**
 * Writes a field's values anew into a draft, a column beside the old one, puts the old one aside, and gives the draft its
 * name. While no column bears the field's name, the draft is complete.
 */
export function convert(table: Table, field: string, standing: string, before: Kept, wanted: Kept): Step {
  const { engine, definition, present, name, source, has, today } = table;
  const kind = definition.fields[field];
  if (!kind) throw new Error(`${name}.${field} is the server's own and never changes its kind`);
  const draft = draftOf(field);
  const to = { field: kind, isConverted: true };
  const covering = wantedIndexes(definition)
    .filter(({ columns }) => columns.includes(field))
    .flatMap((index) => present.indexes.filter((one) => one.name === index.name));
  const described = describeColumn(engine, draft, wanted.column, kind.initial);
  return {
    ...asked,
    weight: 'rows',
    place: `${name}.${field}`,
    says: `is ${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition: its values are converted, and put aside as they were`,
    rows: { table: source },
    checks: [{ kind: 'fits', table: source, column: standing, before: before.column, to }],
    deeds: [
      ...covering.flatMap((index) => dropIndex(table, index, false)),
      ...(has.has(draft) ? drop(name, draft) : []),
      { record: `${name}.${draft}`, as: wanted },
      { sql: `alter table "${name}" add column ${described}` },
      { fill: name, from: { name: field, column: before.column }, into: draft, to },
      ...move(name, field, asideName(field, today, has), before),
      ...finishing(name, field, wanted),
    ],
  };
}

/** What becomes of a draft that an interrupted conversion left. */
export function settleDraft(table: Table, draft: string, field: string): Step[] {
  const { name, source, has } = table;
  if (!has.has(field))
    return [
      {
        ...asked,
        place: `${name}.${field}`,
        says: 'was being converted when a migration was interrupted: its new values take their place',
        rows: { table: source },
        deeds: finishing(name, field, recordedOf(table, draft)),
      },
    ];
  if (changeTo(table, field) === 'other') return []; // it is begun anew
  return [
    {
      ...plain,
      place: `${name}.${draft}`,
      says: 'is what an interrupted migration left',
      deeds: drop(name, draft),
    },
  ];
}

function finishing(table: string, field: string, kept: Kept | undefined): Deed[] {
  const link = { link: linkName(table, field), table, column: draftOf(field) };
  return [...(kept?.column.type === 'ids' ? [link] : []), ...move(table, draftOf(field), field, kept)];
}
