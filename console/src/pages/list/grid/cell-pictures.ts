import type { FieldDescription } from '../../../api/definitions.ts';
import type { ListedRow } from '../../../api/rows/row-list.ts';
import { isFile } from './columns.ts';

/** How many fit into a column. */
const MOST = 3;
/** A thumbnail width of the server. */
const WIDTH = 320;

/** The image URLs of a row's cells, by column. Private files are left out because their URLs expire. */
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
