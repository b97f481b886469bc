import { pipeline } from 'node:stream/promises';
import { MAX_BODY_BYTES } from '../../../../contract/limits.ts';
import type { Raw } from '../../../database/engine.ts';
import { type Catalogue, type Definition, type Field, Problem } from '../../../definitions/for-server.ts';
import { AppError, badParameters, type Problems } from '../../../errors.ts';
import { readJson } from '../../../http/edge/bodies.ts';
import type { Text } from '../../../messages/message.ts';
import { isFilledByServer, type SourceRecord, targetKeys } from '../../../records/index.ts';
import { asLine, freeTurn, isTurnOver, unguardFormulas } from '../../../shared/index.ts';
import { message } from '../messages/message.ts';
import { badFile, brokenAt, type FileProblem } from './file-text.ts';
import { isText, readCell } from './sheet-cell.ts';
import { readSheetText } from './sheet-text.ts';

/** A cell; an empty one without quotes is null. */
type Cell = string | null;

/** What the parser tells of a line. */
interface Parsed {
  readonly record: readonly Cell[];
  readonly info: { readonly bytes: number };
}

/** How a column is read. */
interface Column {
  readonly name: string;
  /** Missing for the id. */
  readonly field?: Field | undefined;
  /** The field by which the column names records that the field refers to: `slug` of a column `genre.slug`. */
  readonly key?: string | undefined;
  /** For a member of a group: the group, and the names on the way to the member, whose field `field` is. */
  readonly within?: { readonly group: Field; readonly path: readonly string[] } | undefined;
}

const SLICE_BYTES = 2048;

/** All of them in each file: lines that another program added may end in another way than the first. */
const ENDS_OF_LINES = ['\r\n', '\n', '\r'];

/** Undefined for columns that the server fills; `nameless` for those that must be empty. */
type Reader = Column | 'nameless' | undefined;

/**
 * The records of a CSV file (RFC 4180) whose first line names the fields, as programs write it: with other separators, in UTF-16,
 * with empty lines and columns around the table. Throws if the line names others or the CSV is broken.
 */
export async function* csvRecords(
  catalogue: Catalogue,
  definition: Definition,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<SourceRecord> {
  const { CsvError, parse } = await import('csv-parse');
  const names = (cells: readonly string[]) => cells.filter((cell) => isNamed(definition, cell)).length;
  const sheet = await readSheetText(bytes, names);
  let begun = 1 + sheet.skipped; // the line of what is being parsed, ahead of what is read below
  const parser = parse({
    info: true,
    delimiter: sheet.separator,
    bom: true,
    record_delimiter: ENDS_OF_LINES,
    relax_column_count: true,
    max_record_size: MAX_BODY_BYTES,
    cast: (text, { quoting }) => (text === '' && !quoting ? null : text),
    on_record(parsed) {
      begun += linesOf((parsed as unknown as Parsed).record); // `info` changes what is parsed, unlike its type
      return parsed;
    },
  });
  const fed = pipeline(inSlices(sheet.bytes), parser);
  fed.catch(() => {}); // thrown by the parser
  let readers: Reader[] | undefined;
  let line = 1 + sheet.skipped;
  let read = 0;
  let width = 0; // of the header, until the first record
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (isTurnOver()) await freeTurn();
      const isBlank = isBlankLine(record);
      if (readers && !isBlank) {
        if (width > 0) requireNames(readers, record.slice(0, width));
        width = 0;
        yield { line, size: info.bytes - read, ...toRecord(readers, record) };
      } else if (!isBlank) {
        readers = readHeader(catalogue, definition, record);
        width = record.length;
      }
      line += linesOf(record);
      read = info.bytes;
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenAt(begun, problemsOfCsv[error.code] ?? message('notCsv')) : error;
  }
  if (!readers) throw badParameters({ '': message('emptyFile') });
}

/** Throws if the first record has a value in a column that the header leaves without a name. */
function requireNames(readers: readonly Reader[], cells: readonly Cell[]): void {
  const index = cells.findIndex((cell, place) => isNameless(readers, place) && !holdsNothing(cell));
  if (index >= 0) throw badFile([{ ...placeOfColumn('', index + 1), problem: message('notAField') }]);
}

function isNameless(readers: readonly Reader[], place: number): boolean {
  return place >= readers.length || readers[place] === 'nameless';
}

/** Whether nothing stands in a cell. An empty text in quotes is something where a field holds texts. */
function isBlankCell(cell: Cell): boolean {
  return cell === null || (cell !== '' && cell.trim() === '');
}

/** Whether nothing stands in a cell, quoted or not: some programs quote all cells. */
function holdsNothing(cell: Cell): boolean {
  return cell === null || cell.trim() === '';
}

/** Where there is one column, quotes tell an empty text from an empty line. */
function isBlankLine(cells: readonly Cell[]): boolean {
  return cells.every(cells.length > 1 ? holdsNothing : isBlankCell);
}

/** Whether the name of a column begins with that of a field. */
function isNamed({ fields }: Definition, cell: string): boolean {
  const [name = ''] = asLine(cell).split('.');
  return Object.hasOwn(fields, name) || isFilledByServer(name);
}

/** Gives the parser small slices, because it parses each to its end, and cells may be as small as a comma. */
async function* inSlices(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      if (isTurnOver()) await freeTurn();
      yield chunk.subarray(start, start + SLICE_BYTES);
    }
}

/** How many lines of the file a record takes. The library counts a break of two characters inside quotes twice. */
function linesOf(record: readonly Cell[]): number {
  const breaksIn = (cell: Cell) =>
    cell && /[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
  return record.reduce((sum, cell) => sum + breaksIn(cell), 1);
}

const problemsOfCsv: Partial<Record<string, Text>> = {
  CSV_QUOTE_NOT_CLOSED: message('quoteNotClosed'),
  CSV_MAX_RECORD_SIZE: message('recordTooLong', { max: MAX_BODY_BYTES }),
  CSV_INVALID_CLOSING_QUOTE: message('textAfterQuote'),
  INVALID_OPENING_QUOTE: message('quoteInsideCell'),
};

/** A hostile header may have a hundred thousand; a reader needs a few. */
const MAX_PROBLEMS = 20;

function readHeader(catalogue: Catalogue, definition: Definition, line: readonly Cell[]): Reader[] {
  const { fields } = definition;
  const header = line
    .slice(0, line.findLastIndex((cell) => !holdsNothing(cell)) + 1)
    .map((cell) => asLine(cell ?? ''));
  const problems: FileProblem[] = [];
  const readers = header.map((cell, index): Reader => {
    if (cell === '') return 'nameless';
    const [name = '', key] = cell.split(/\.(.*)/s);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const member =
      key !== undefined && field?.nested?.form === 'group' ? memberAt(field, key.split('.')) : undefined;
    if (field && member && !problemOfRepetition(header, name, index, key))
      return { name, field: member, within: { group: field, path: key?.split('.') ?? [] } };
    const keys = key === undefined ? undefined : targetKeys(catalogue, definition, name);
    const isKnown = field !== undefined || (key === undefined && isFilledByServer(name));
    const problem = isKnown
      ? (problemOfKey(key, keys) ?? problemOfRepetition(header, name, index, member && key))
      : message('notAField');
    if (problem) problems.push({ ...placeOfColumn(cell, index + 1), problem });
    if (problems.length >= MAX_PROBLEMS) throw badFile(problems);
    return field || name === 'id' ? { name, field, key } : undefined;
  });
  if (problems.length > 0) throw badFile(problems);
  return readers;
}

function problemOfKey(key?: string, keys: readonly string[] = []): Text | undefined {
  if (key === undefined || keys.includes(key)) return undefined;
  return keys.length > 0 ? message('notATargetKey', { allowed: ['id', ...keys] }) : message('notAField');
}

/** The field of a group at the end of names; undefined if there is none. */
function memberAt(field: Field | undefined, [name = '', ...rest]: readonly string[]): Field | undefined {
  if (field?.nested?.form !== 'group' || !Object.hasOwn(field.nested.members, name)) return undefined;
  const member = field.nested.members[name];
  return rest.length > 0 ? memberAt(member, rest) : member;
}

/** Several columns may hold one group, each another `member` of it. */
function problemOfRepetition(
  header: readonly string[],
  name: string,
  index: number,
  member?: string,
): Text | undefined {
  const isSame = (cell: string) =>
    member === undefined ? cell.split('.')[0] === name : cell === name || cell === `${name}.${member}`;
  return header.findIndex(isSame) === index ? undefined : message('columnRepeated');
}

function placeOfColumn(name: string, column: number): Pick<FileProblem, 'path' | 'place'> {
  if (name === '') return { path: `column ${column}`, place: message('columnNumber', { column }) };
  const short = name.slice(0, 60);
  return { path: short, place: short };
}

function toRecord(
  readers: readonly Reader[],
  cells: readonly Cell[],
): Pick<SourceRecord, 'values' | 'problems'> {
  const isWider = cells.length > readers.length && cells.slice(readers.length).every(holdsNothing);
  const record = isWider ? cells.slice(0, readers.length) : cells;
  const wrongNumber = message('wrongNumberOfCells', { count: record.length, allowed: readers.length });
  if (record.length !== readers.length) return { values: {}, problems: { '': wrongNumber } };
  const values: Raw = {};
  let problems: Problems | undefined;
  for (const [index, reader] of readers.entries()) {
    const cell = record[index] ?? null;
    if (!reader) continue;
    if (reader === 'nameless') {
      if (!holdsNothing(cell)) problems = { ...problems, [`column ${index + 1}`]: message('notAField') };
      continue;
    }
    const { name, field, within } = reader;
    const isEmpty = isEmptyCell(field, cell);
    try {
      const value = isEmpty || cell === null ? null : readColumn(reader, cell);
      if (value instanceof Problem) problems = { ...problems, [pathOf(reader)]: value.text };
      else if (within) values[name] = withMember(values[name], within, value);
      else if (!isEmpty || field?.nullable) values[name] = value;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems = { ...problems, [pathOf(reader)]: message('badJsonCell') };
    }
  }
  return problems ? { values, problems } : { values };
}

/** Whether a cell leaves a field without a value: only texts can be empty or blank. */
function isEmptyCell(field: Field | undefined, cell: Cell): boolean {
  return cell === null || (holdsNothing(cell) && !(field && isText(field)));
}

function pathOf({ name, within }: Column): string {
  return [name, ...(within?.path ?? [])].join('.');
}

/** A group with one more member. Empty cells are left out, and a group of which all are empty is null. */
function withMember(known: unknown, { group, path }: NonNullable<Column['within']>, value: unknown): unknown {
  const before = (known ?? undefined) as Raw | undefined; // a group, from cells before this one
  if (value === null) return before ?? (group.nullable ? null : {});
  const [name = '', ...rest] = path;
  const inner = rest.length > 0 ? withMember(before?.[name], { group, path: rest }, value) : value;
  return { ...before, [name]: inner };
}

function readColumn({ field, key }: Column, cell: string): unknown {
  if (!field) return cell;
  if (key === undefined) return readCell(field, cell);
  const toName = (value: unknown) => ({ [key]: value });
  if (field.column.type !== 'ids') return toName(unguardFormulas(cell));
  const names = readJson(cell);
  return Array.isArray(names) ? names.map(toName) : names;
}
