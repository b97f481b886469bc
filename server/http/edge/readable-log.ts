/** A line of the log as JSON, and the parts of it that are put into words. */
interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
  readonly [name: string]: unknown;
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
/** Places in Node and in packages, which say nothing to who reads a terminal. */
const FOREIGN = /^\s+at .*(?:node:|[\\/]node_modules[\\/])/;
/** What a line says of itself rather than of what happened. */
const OWN: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'v']);

/** Puts lines of the log into words: what happened, where it is known, and the places in the project's code. */
export function readableLog(write: (text: string) => void): { write(json: string): void } {
  return { write: (json) => write(inWords(JSON.parse(json) as Line)) };
}

function inWords({ level, msg = '', err, ...others }: Line): string {
  const details = Object.entries(others)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const about = details.length > 0 ? ` (${details.join(', ')})` : '';
  const error = err === undefined ? '' : `\n${ownPlaces(err.stack ?? err.message ?? '')}`;
  return `${LEVELS[level] ?? level}: ${msg}${about}${error}\n`;
}

/** A stack without the places in other people's code, indented. */
function ownPlaces(stack: string): string {
  const lines = stack.split('\n').filter((line) => !FOREIGN.test(line));
  return lines.map((line) => `  ${line}`).join('\n');
}
