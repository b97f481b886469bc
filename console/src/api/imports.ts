import { digitsOf, readExact } from '../form/exact-json.ts';
import type { FileFormat } from '../form/preview-rows.ts';
import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';

/** An import: its file, how far it is, and what became of its rows. */
export interface ImportState {
  readonly id: string;
  readonly record: string;
  readonly file: string;
  readonly key: string | null;
  readonly dry_run: boolean;
  readonly state: 'running' | 'done' | 'failed' | 'undoing' | 'undo_failed' | 'undone';
  readonly problem: string | null;
  /** The time of its last progress. */
  readonly time: number;
  readonly create_time: number;
  readonly line: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

export interface ImportChoice {
  readonly format: FileFormat;
  /** The unique field by which rows are found that exist; without it every row is created. */
  readonly key: string;
  readonly isDryRun: boolean;
}

/** A row of the file that was refused, or one that could not be set back. */
export interface ReportLine {
  readonly line: number | undefined;
  readonly id: string | undefined;
  /** What is wrong, by field; the empty name is the whole row. */
  readonly problems: Readonly<Record<string, string>>;
}

type Raw = Readonly<Record<string, unknown>>;

const stateOf = (raw: Raw): ImportState => ({ ...(raw as unknown as ImportState), id: String(raw.id) }); // the documented form of its route

/** The user's imports into a record, the newest first; super administrators see everybody's. */
export async function listImports({ path }: ServedDescription, after?: string) {
  const query: [string, string][] = [['count', '10']];
  if (after !== undefined) query.push(['after', after]);
  const { items, next } = await connection.request('GET', `${path}/import`, { query });
  return { items: (items as Raw[]).map(stateOf), next: next === null ? undefined : String(next) };
}

export async function readImport({ path }: ServedDescription, id: string): Promise<ImportState> {
  return stateOf(await connection.request('GET', `${path}/import/${id}`));
}

/** Sends a file and answers the import's id; the work goes on after the answer. */
export async function beginImport(
  { path }: ServedDescription,
  file: File,
  { format, key, isDryRun }: ImportChoice,
): Promise<string> {
  const query: [string, string][] = [
    ['format', format],
    ['file', file.name.slice(0, 255)],
    ...(key === '' ? [] : [['key', key] as [string, string]]),
    ...(isDryRun ? [['dry_run', 'true'] as [string, string]] : []),
  ];
  const headers = { 'content-type': 'application/octet-stream' };
  const { id } = await connection.request('POST', `${path}/import`, { query, body: file, headers });
  return String(id);
}

export async function undoImport({ path }: ServedDescription, id: string): Promise<void> {
  await connection.request('POST', `${path}/import/${id}/undo`);
}

/** The whole report, for a file on the user's disk. */
export async function readReport({ path }: ServedDescription, id: string): Promise<Blob> {
  return (await connection.response('GET', `${path}/import/${id}/report`)).blob();
}

/** The rows that were refused or kept, no more than asked: reports may be long. */
export async function readProblems(
  { path }: ServedDescription,
  id: string,
  most: number,
): Promise<readonly ReportLine[]> {
  const { body } = await connection.response('GET', `${path}/import/${id}/report`);
  if (!body) return [];
  const found: ReportLine[] = [];
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    found.push(...lines.filter((line) => /"outcome":"(refused|kept)"/.test(line)).map(reportLine));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

function reportLine(text: string): ReportLine {
  const { line, id, problems, reason } = readExact(text) as Raw; // a line of the documented report
  return {
    line: typeof line === 'number' ? line : undefined,
    id: digitsOf(id),
    problems: (problems as Record<string, string>) ?? { '': String(reason ?? '') },
  };
}
