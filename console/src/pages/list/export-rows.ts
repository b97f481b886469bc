import type { rowClient } from '../../api/row-list.ts';
import { type ListChoice, saveFile } from '../../api/row-list.ts';

export type ExportFormat = 'csv' | 'jsonl' | 'json';

/** Writes all rows that the list means, not those alone that are read, into a file of the user's. */
export async function exportRows(
  client: ReturnType<typeof rowClient>,
  { sort, ...choice }: ListChoice,
  name: string,
  format: ExportFormat,
): Promise<void> {
  const answer = await client.exportFile(format, { ...choice, sort } as object); // names of fields are known at run time alone
  saveFile(await answer.blob(), `${name}.${format}`);
}
