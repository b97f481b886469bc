import { type Definition, draftName, type Field } from '../../../definitions/for-server.ts';
import type { ColumnChange } from '../table.ts';
import type { ChangedTarget, FitsCheck } from './step.ts';

/** The check of what a field's values are, and refer to, before they become the field's. Nulls are another step's matter. */
export function fitsCheck(change: ColumnChange, kind: Field): FitsCheck {
  const { table, current, before } = change;
  const targets = changedTargets(change);
  return {
    kind: 'fits',
    table: table.currentName,
    column: current,
    before: before.column,
    to: kind,
    ...(targets && { targets }),
  };
}

/**
 * The same where the step leaves the values as they are, so texts must be in the form that their field stores. Nobody looks for
 * secret ones by their value.
 */
export function keptCheck(change: ColumnChange, kind: Field): FitsCheck {
  return { ...fitsCheck(change, kind), ...((!kind.secret || kind.isDistinct) && { isKept: true }) };
}

/** The references that lead to another collection by now. Undefined if there are none, or it is not known where they led. */
export function changedTargets({ table: held, before, wanted }: ColumnChange): FitsCheck['targets'] {
  if (before.rule === undefined) return undefined;
  const { definitions, state } = held;
  const changed = Object.entries(wanted.targets ?? {}).flatMap(([path, now]): [string, ChangedTarget][] => {
    const was = before.targets?.[path];
    if (was !== undefined && isSameCollection(was, now, definitions)) return [];
    const table = tableOf(now, definitions);
    return [
      [path, { ...(was !== undefined && { was }), now, table: state.tables.has(table) ? table : undefined }],
    ];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** A collection may have been renamed, or have got drafts, which have the ids of its rows. */
function isSameCollection(was: string, now: string, definitions: readonly Definition[]): boolean {
  const published = (name: string) => definitions.find((one) => one.name === name)?.draftOf ?? name;
  const names = [now, published(now)].flatMap((name) => {
    const renamedFrom = definitions.find((one) => one.name === name)?.renamedFrom ?? [];
    return [name, draftName(name), ...renamedFrom, ...renamedFrom.map(draftName)];
  });
  return names.includes(was);
}

/** Where the rows of a collection are written. */
function tableOf(collection: string, definitions: readonly Definition[]): string {
  const drafts = definitions.find(({ draftOf }) => draftOf === collection);
  return drafts?.name ?? collection;
}
