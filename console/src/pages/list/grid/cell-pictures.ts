import type { FieldDescription } from '../../../api/definitions.ts';
import type { ListedRow } from '../../../api/rows/row-list.ts';
import { isFile } from './columns.ts';

/** More of them have no room in a column. */
const MOST = 3;
/** One of the widths that servers make thumbnails of. */
const WIDTH = 320;

/** Addresses of the pictures in a row's cells, in the order of the columns. Those of private files end too soon for a list. */
export function picturesOf(
  columns: readonly FieldDescription[],
  row: ListedRow,
): readonly (readonly string[])[] {
  return columns.map((field) => (isFile(field) ? addressesOf(row.expanded?.[field.name]) : []));
}

function addressesOf(files: NonNullable<ListedRow['expanded']>[string] | undefined): string[] {
  return [files ?? []]
    .flat()
    .filter((file) => file.width && !file.private)
    .slice(0, MOST)
    .map(({ url }) => `${url}?width=${WIDTH}`);
}
