import { digitsOf } from '../../form/digits.ts';
import type { FileFormat } from '../../form/preview-records.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { sendFile } from '../files/send-file.ts';
import { type Task, toTask } from './task.ts';

export interface ImportOptions {
  readonly format: FileFormat;
  /** The unique field that identifies existing records; without it every record is created. */
  readonly key: string;
  readonly isDryRun: boolean;
}

/** The user's imports into a collection, the newest first; super administrators see everybody's. */
export async function listImports({ path }: ServedDescription, after?: string) {
  const query: [string, string][] = [['count', '10']];
  if (after !== undefined) query.push(['after', after]);
  const { items, next } = await connection.request('GET', `${path}/import`, { query });
  const imports: readonly Task[] = (items as Readonly<Record<string, unknown>>[]).map(toTask);
  return { items: imports, next: next === null ? undefined : String(next) };
}

/** Uploads a file, starts an import in the background and returns its id. Reports progress from 0 to 1. */
export async function beginImport(
  { path }: ServedDescription,
  file: File,
  { format, key, isDryRun }: ImportOptions,
  onProgress: (part: number) => void,
): Promise<string> {
  const query = new URLSearchParams({
    format,
    file: file.name.slice(0, 255),
    ...(key !== '' && { key }),
    ...(isDryRun && { dry_run: 'true' }),
  });
  const answer = await sendFile(`${path}/import?${query}`, file, {
    type: 'application/octet-stream',
    onProgress,
  });
  return digitsOf((answer as { id: unknown }).id) ?? '';
}
