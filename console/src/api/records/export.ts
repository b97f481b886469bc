import type { FileFormat } from '../../form/preview-records.ts';
import type { ServedDescription } from '../definitions.ts';
import { type ListOptions, recordClient } from './record-list.ts';

/** What of a list goes into a file. */
export interface ExportOptions extends Partial<ListOptions> {
  /** The columns; without them all fields. */
  readonly fields?: readonly string[];
}

/** All records of a collection that the user may read, or those that a list holds, as a file. A mark tells spreadsheets that it is UTF-8. */
export async function exportRecords(
  collection: ServedDescription,
  format: FileFormat,
  list: ExportOptions = {},
): Promise<Blob> {
  return (await recordClient(collection).exportFile(format, { ...list, bom: format === 'csv' })).blob();
}
