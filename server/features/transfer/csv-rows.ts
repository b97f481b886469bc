import { pipeline } from 'node:stream/promises';
import { FORMULA } from '../../../contract/formats.ts';
import { MAX_BODY_BYTES } from '../../../contract/limits.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Field } from '../../definitions/field.ts';
import { fromText } from '../../definitions/from-text.ts';
import { AppError, badParameters, type Problems } from '../../errors.ts';
import { readJson } from '../../http/read-body.ts';
import { isFilledByServer } from '../../records/clean.ts';
import { brokenAt, requireUtf8, type SourceRow } from './source-row.ts';

/** A cell: nothing between commas is null. */
type Cell = string | null;

/** What is read into a field of a row; undefined for columns that are passed over. */
type Reader = readonly [name: string, field: Field | undefined] | undefined;

/** The rows of a CSV file (RFC 4180) whose first line names the fields. Throws where it names others, or cannot be read on. */
export async function* csvRows(
  definition: Definition,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<SourceRow> {
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    info: true,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_BODY_BYTES,
    cast: (text, { quoting }) => (text === '' && !quoting ? null : text),
  });
  const fed = pipeline(requireUtf8(bytes), parser);
  fed.catch(() => {}); // thrown by the parser
  let readers: Reader[] | undefined;
  let line = 1;
  let read = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Cell[];
      info: { lines: number; bytes: number };
    }>) {
      if (readers) yield { line, size: info.bytes - read, ...toRow(readers, record) };
      else readers = readHeader(definition, record);
      line = info.lines + 1;
      read = info.bytes;
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenAt(line, sentences[error.code] ?? '不是有效的 CSV') : error;
  }
  if (!readers) throw badParameters({ '': '文件是空的，第一行应为字段名' });
}

const sentences: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: '引号没有闭合',
  CSV_MAX_RECORD_SIZE: `超过 ${MAX_BODY_BYTES} 个字符，或引号没有闭合`,
  CSV_INVALID_CLOSING_QUOTE: '引号后只能是逗号或换行',
  INVALID_OPENING_QUOTE: '引号只能在单元格的开头；其中的引号要写两次',
};

function readHeader({ fields }: Definition, header: readonly Cell[]): Reader[] {
  const problems: Record<string, string> = {};
  const readers = header.map((cell, index): Reader => {
    const name = cell ?? '';
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const told = name === '' ? `第 ${index + 1} 列` : name.slice(0, 60);
    if (!field && !isFilledByServer(name)) problems[told] = '不是此记录的字段';
    else if (header.indexOf(cell) !== index) problems[told] = '列名重复';
    return field || name === 'id' ? [name, field] : undefined;
  });
  if (Object.keys(problems).length > 0) throw badParameters(problems);
  return readers;
}

function toRow(readers: readonly Reader[], record: readonly Cell[]): Pick<SourceRow, 'values' | 'problems'> {
  if (record.length !== readers.length)
    return { values: {}, problems: { '': `有 ${record.length} 列，应为 ${readers.length} 列` } };
  const values: Raw = {};
  let problems: Problems | undefined;
  for (const [index, reader] of readers.entries()) {
    const cell = record[index] ?? null;
    if (!reader) continue;
    const [name, field] = reader;
    try {
      if (cell !== null) values[name] = field ? readCell(field, cell) : cell;
      else if (field?.nullable) values[name] = null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems = { ...problems, [name]: '不是有效的 JSON，或嵌套太深' };
    }
  }
  return problems ? { values, problems } : { values };
}

function readCell(field: Field, cell: string): unknown {
  switch (field.column.type) {
    case 'json':
    case 'ids':
      return readJson(cell);
    case 'string':
    case 'text':
      return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
    default:
      return fromText(field, cell);
  }
}
