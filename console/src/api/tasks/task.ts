import { digitsOf, readExact } from '../../form/exact-json.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';

/** Work on many rows that goes on after its request: an import, or a change of all rows that a filter finds. */
export interface Task {
  readonly id: string;
  readonly record: string;
  readonly action: 'import' | 'update' | 'delete';
  readonly file: string;
  readonly key: string | null;
  readonly dry_run: boolean;
  readonly state: 'running' | 'done' | 'failed' | 'undoing' | 'undo_failed' | 'undone';
  readonly problem: string | null;
  /** The time of its last progress. */
  readonly time: number;
  readonly create_time: number;
  /** Rows that met the filter; 0 of a file, whose rows are counted as they are read. */
  readonly total: number;
  readonly line: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly refused: number;
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

/** A row that was refused, or one that could not be set back. */
export interface ReportLine {
  readonly line: number | undefined;
  readonly id: string | undefined;
  /** What is wrong, by field; the empty name is the whole row. */
  readonly problems: Readonly<Record<string, string>>;
}

type Raw = Readonly<Record<string, unknown>>;

/** Where the server tells of an import. */
export function importAddress({ path }: ServedDescription, id: string): string {
  return `${path}/import/${encodeURIComponent(id)}`;
}

/** Where the server tells of a change by filter. */
export function bulkAddress(id: string): string {
  return `/cms/bulk/${encodeURIComponent(id)}`;
}

/** Work as its routes answer it. */
export function toTask(raw: Raw): Task {
  return { ...(raw as unknown as Task), id: String(raw.id) }; // the documented form of these routes
}

export async function readTask(address: string): Promise<Task> {
  return toTask(await connection.request('GET', address));
}

export async function undoTask(address: string): Promise<void> {
  await connection.request('POST', `${address}/undo`);
}

/** The whole report, for a file on the user's disk. */
export async function readReport(address: string): Promise<Blob> {
  return (await connection.response('GET', `${address}/report`)).blob();
}

/** The rows that were refused or kept, no more than asked: reports may be long. */
export async function readProblems(address: string, most: number): Promise<readonly ReportLine[]> {
  const { body } = await connection.response('GET', `${address}/report`);
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
