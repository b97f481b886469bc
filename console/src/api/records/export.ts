import type { FileFormat } from '../../form/preview-records.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { filterQuery } from './record-filter.ts';
import type { ListOptions } from './record-list.ts';
import { versionQuery } from './record-path.ts';

/** What of a list goes into a file. */
export interface ExportOptions extends Partial<ListOptions> {
  /** The columns; without them all fields. */
  readonly fields?: readonly string[];
}

/** All records of a collection that the user may read, or those that a list holds, as a file. A mark tells spreadsheets that it is UTF-8. */
export async function exportRecords(
  collection: ServedDescription,
  format: FileFormat,
  { sort, fields, locale, ...recordFilter }: ExportOptions = {},
): Promise<Blob> {
  const query: [string, string][] = [
    ['format', format],
    ...(format === 'csv' ? [['bom', 'true'] as [string, string]] : []),
    ...(sort === undefined ? [] : [['sort', sort] as [string, string]]),
    ...(fields === undefined ? [] : [['fields', fields.join()] as [string, string]]),
    ...(locale === undefined ? [] : [['locale', locale] as [string, string]]),
    ...versionQuery(collection),
    ...filterQuery(recordFilter),
  ];
  return (await connection.response('GET', `${collection.path}/export`, { query })).blob();
}
