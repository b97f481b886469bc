export type FileFormat = 'csv' | 'jsonl' | 'json';

/** The first records of a file, as they stand in it. */
export interface Preview {
  readonly columns: readonly string[];
  readonly records: readonly (readonly string[])[];
}

/** The form of a file by its name; CSV where the name tells nothing. */
export function formatOf(name: string): FileFormat {
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  return /\.json$/i.test(name) ? 'json' : 'csv';
}

/** Reads the first records of a file's beginning. The last record of a beginning may be cut off, so it is left out. */
export function previewOf(
  text: string,
  format: FileFormat,
  { most, isWhole }: { most: number; isWhole: boolean },
): Preview {
  const beginning = text.replace(/^\ufeff/, '');
  if (format === 'csv') return csvPreview(beginning, most, isWhole);
  const lines = beginning.split('\n').filter((line) => line.trim() !== '');
  const whole = isWhole ? lines : lines.slice(0, -1);
  const read = format === 'jsonl' ? whole.slice(0, most).map(objectIn) : arrayIn(beginning, most);
  const objects = read.filter((one) => one !== undefined);
  const columns = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  return { columns, records: objects.map((one) => columns.map((column) => cellText(one[column]))) };
}

function csvPreview(text: string, most: number, isWhole: boolean): Preview {
  const lines = csvRecords(text, most + 2);
  const isCut = !isWhole && lines.length < most + 2;
  const [columns = [], ...records] = isCut ? lines.slice(0, -1) : lines;
  return { columns, records: records.slice(0, most) };
}

/** The records of a CSV text by RFC 4180, no more than asked. */
function csvRecords(text: string, most: number): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    if (records.length >= most) break;
  }
  return records;
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined; // the server names what is wrong with the line
  }
}

function arrayIn(text: string, most: number): Fields[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.slice(0, most).filter(isFields) : [];
  } catch {
    return []; // the beginning of a large file is no JSON
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
