import type { FieldDescription } from '../../../api/definitions.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';
import { thumbnailOf } from '../../../form/thumbnail-width.ts';
import { isFile } from './columns.ts';

/** How many fit into a column. */
const MOST = 3;

/** The image URLs of a record's cells, by column. Private files are left out because their URLs expire. */
export function picturesOf(
  columns: readonly FieldDescription[],
  record: ListedRecord,
  width: number | undefined,
): readonly (readonly string[])[] {
  return columns.map((field) => (isFile(field) ? addressesOf(record.expanded?.[field.name], width) : []));
}

function addressesOf(
  files: NonNullable<ListedRecord['expanded']>[string] | undefined,
  width: number | undefined,
): string[] {
  return [files ?? []]
    .flat()
    .filter((file) => file.width && !file.private)
    .slice(0, MOST)
    .map(({ url }) => thumbnailOf(String(url), width));
}
