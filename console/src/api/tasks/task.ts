import { fromText } from '../../../../server/shared/exact-json.ts';
import { digitsOf } from '../../form/digits.ts';
import { connection } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import type { AnswerOf } from '../route-types.ts';

/** An import or a bulk change, which runs in the background. */
export type Task = Omit<AnswerOf<'GET /cms/bulk/:id'>, 'id'> & { readonly id: string };

/** A record that was refused or could not be undone. */
export interface ReportLine {
  readonly line: number | undefined;
  readonly id: string | undefined;
  /** What is wrong, by field; the empty name is the whole record. */
  readonly problems: Readonly<Record<string, string>>;
}

type Raw = Readonly<Record<string, unknown>>;

/** The address of an import. */
export function importAddress({ path }: ServedDescription, id: string): string {
  return `${path}/import/${encodeURIComponent(id)}`;
}

/** The address of a bulk change. */
export function bulkAddress(id: string): string {
  return `/cms/bulk/${encodeURIComponent(id)}`;
}

/** Imports and bulk changes have the same form. */
export function toTask(raw: Raw): Task {
  return { ...(raw as AnswerOf<'GET /cms/bulk/:id'>), id: String(raw.id) };
}

export async function readTask(address: string): Promise<Task> {
  return toTask(await connection.request('GET', address));
}

export async function undoTask(address: string): Promise<void> {
  await connection.request('POST', `${address}/undo`);
}

/** The whole report, as a file. */
export async function readReport(address: string): Promise<Blob> {
  return (await connection.response('GET', `${address}/report`)).blob();
}

/** The first records that were refused or could not be undone. */
export async function readProblems(address: string, most: number): Promise<readonly ReportLine[]> {
  const { body } = await connection.response('GET', `${address}/report`);
  if (!body) return [];
  const found: ReportLine[] = [];
  let rest = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done && found.length < most; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    found.push(...lines.filter((line) => /"outcome":"(refused|kept)"/.test(line)).map(reportLine));
  }
  await reader.cancel();
  return found.slice(0, most);
}

function reportLine(text: string): ReportLine {
  const { line, id, problems, reason } = fromText(text) as Raw; // a line of the documented report
  return {
    line: typeof line === 'number' ? line : undefined,
    id: digitsOf(id),
    problems: (problems as Record<string, string>) ?? { '': String(reason ?? '') },
  };
}
