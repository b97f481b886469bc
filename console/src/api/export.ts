import type { FileFormat } from '../form/preview-rows.ts';
import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';

/** All rows of a record that the user may read, as a file. A mark tells spreadsheets that it is UTF-8. */
export async function exportRows({ path }: ServedDescription, format: FileFormat): Promise<Blob> {
  const query: [string, string][] = [['format', format]];
  if (format === 'csv') query.push(['bom', 'true']);
  return (await connection.response('GET', `${path}/export`, { query })).blob();
}
