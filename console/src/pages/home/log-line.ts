import type { ServedDescription } from '../../api/definitions.ts';
import type { LogLine } from '../../api/log.ts';

/** A line of the log as the overview tells it. */
export interface ToldLine {
  readonly key: string;
  readonly who: string;
  readonly what: string;
  readonly time: number;
  /** The row that was written, where the user may list its record and it may still be there. */
  readonly row: { readonly record: ServedDescription; readonly id: string } | undefined;
}

/** Signing in and out changes nothing. */
const SESSIONS = /^\/cms\/(user\/(login|logout|refresh)|console\/session)/;
const AT_END = / (\d{1,19})$/;

/** What the log tells of changes; who did it, and to which row. */
export function toldLines(lines: readonly LogLine[], records: readonly ServedDescription[]): ToldLine[] {
  return lines.filter(({ path }) => !SESSIONS.test(path)).map((line) => told(line, records));
}

function told(
  { id, message, username, time, ...line }: LogLine,
  records: readonly ServedDescription[],
): ToldLine {
  const words = message.startsWith(`${username} `) ? message.slice(username.length + 1) : message;
  const row = rowOf(line, words, records);
  const what = row && line.method === 'POST' ? words.replace(AT_END, '') : words;
  return { key: String(id), who: username, what, time, row };
}

/** A new row is named at the end of the message, any other in the path. */
function rowOf(
  { method, path }: Pick<LogLine, 'method' | 'path'>,
  words: string,
  records: readonly ServedDescription[],
) {
  const record = records.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  if (!record || method === 'DELETE') return undefined;
  const rest = path.slice(record.path.length + 1);
  const id = rest === '' ? AT_END.exec(words)?.[1] : /^\d{1,19}$/.exec(rest)?.[0];
  return id === undefined ? undefined : { record, id };
}
