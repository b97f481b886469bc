import { LAYOUTS, type LayoutName } from '../../../../../contract/layouts.ts';
import type { Description, FieldDescription } from '../../../api/definitions.ts';
import type { ListState } from '../list-state.ts';

const KINDS: Readonly<Record<LayoutName, readonly string[]>> = LAYOUTS;

export interface Layout {
  readonly as: LayoutName;
  readonly field: FieldDescription;
}

/** When records were made and changed says little on a calendar. */
const BOOKKEEPING = ['create_time', 'update_time'];

/** The layouts that the fields of a collection allow to a reader. */
export function layoutsOf({ fields }: Description): Layout[] {
  const shown = fields.filter(
    ({ name, readable, translates }) => readable && translates === undefined && !BOOKKEEPING.includes(name),
  );
  return (Object.keys(KINDS) as LayoutName[]).flatMap((as) =>
    shown.filter(({ kind }) => KINDS[as].includes(kind)).map((field) => ({ as, field })),
  );
}

/** The layout that the address names; undefined if the reader cannot have it. */
export function layoutIn(collection: Description, { as, by }: ListState): Layout | undefined {
  return layoutsOf(collection).find((one) => one.as === as && one.field.name === by);
}
