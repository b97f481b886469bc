import type { Description, FieldDescription } from '../../../api/definitions.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';
import { nestedText } from '../../../fields/nested/nested-text.ts';
import { numberText } from '../../../fields/text/number-text.ts';
import { plainText } from '../../../fields/text/plain-text.ts';
import { titleFieldsOf } from '../../../form/record-title.ts';
import { byteSize } from '../../../texts/byte-size.ts';
import { t } from '../../../texts/index.ts';
import { joined } from '../../../texts/joined.ts';
import { isFile, isState } from './columns.ts';

type Find = (name: string) => Description | undefined;

interface Formats {
  readonly moment: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
  /** Times of this year, without the year. */
  readonly recent: Intl.DateTimeFormat;
}

/** Creating a format is far slower than using it. */
const formats = new Map<string, Formats>();

/** The texts of a record's cells, cached by record. */
export function makeCellTexts(
  columns: readonly FieldDescription[],
  find: Find,
  language: string,
): (record: ListedRecord) => readonly string[] {
  const format = formatsOf(language);
  const made = new WeakMap<ListedRecord, readonly string[]>();
  return (record) => {
    const known = made.get(record) ?? columns.map((field) => textOf(field, record, find, format));
    made.set(record, known);
    return known;
  };
}

function textOf(field: FieldDescription, record: ListedRecord, find: Find, format: Formats): string {
  const value = record[field.name];
  if (value === null || value === undefined) return '';
  const target = field.target === undefined ? undefined : find(field.target);
  if (target) return titlesOf(record.expanded?.[field.name], value, titleFieldsOf(target));
  if (isFile(field)) return fileNames(record.expanded?.[field.name], value);
  return isState(field) ? stateText(field, record, format) : plain(field, value, format);
}

/** The state and plans of a draft. */
function stateText(field: FieldDescription, record: ListedRecord, format: Formats): string {
  const planned = (['publish', 'unpublish'] as const).flatMap((does) => {
    const at = record[`${does}_time`];
    return typeof at === 'number' ? [`${t.list.planned[does]} ${momentIn(format, at)}`] : [];
  });
  return [plain(field, record[field.name], format), ...planned].join(' · ');
}

function plain(field: FieldDescription, value: unknown, format: Formats): string {
  switch (field.kind) {
    case 'bigint':
      return field.display === 'file-size' ? byteSize(Number(value)) : String(value);
    case 'boolean':
      return value === true ? t.list.yes : t.list.no;
    case 'choice':
      return field.choices?.find((choice) => choice.value === value)?.label ?? String(value);
    case 'date-time':
      return momentIn(format, Number(value));
    case 'date':
      return format.day.format(new Date(String(value)));
    case 'decimal':
    case 'integer':
      if (field.display === 'file-size') return byteSize(Number(value));
      return field.name === 'id' ? String(value) : numberText(String(value));
    case 'rich-text':
      return String(value)
        .replace(/<[^>]*>/g, ' ')
        .slice(0, 300);
    case 'group':
    case 'list':
    case 'blocks':
      return nestedText(field, value, plainText)
        .slice(0, 300)
        .replace(/\n *(?:- )*/g, ' · ')
        .replace(/^(?:- )+/, '');
    case 'point':
    case 'json':
      return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)).slice(
        0,
        300,
      );
    default:
      return Array.isArray(value) ? joined(value.map(String)) : String(value);
  }
}

/** The names of files; of those that are gone or hidden from the caller, their ids. */
function fileNames(expanded: unknown, value: unknown): string {
  const files = [expanded].flat() as readonly ({ id: unknown; name: string } | null | undefined)[];
  const nameOf = (id: unknown) => files.find((file) => String(file?.id) === String(id))?.name;
  return joined([value].flat().map((id) => nameOf(id) ?? t.fields.hidden(String(id))));
}

/** The titles of references; of those that are gone or hidden from the caller, their ids. */
function titlesOf(expanded: unknown, value: unknown, fields: readonly string[]): string {
  const records = Array.isArray(expanded) ? expanded : [expanded];
  const ids = Array.isArray(value) ? value : [value];
  const nameOf = (id: unknown, index: number) => {
    const record = records[index];
    if (!record) return t.fields.hidden(String(id));
    return String(fields.map((field) => record[field]).find(Boolean) ?? t.fields.untitled);
  };
  return joined(ids.map(nameOf));
}

function formatsOf(wanted: string): Formats {
  const known = formats.get(wanted) ?? {
    moment: new Intl.DateTimeFormat(wanted, { dateStyle: 'medium', timeStyle: 'short' }),
    day: new Intl.DateTimeFormat(wanted, { dateStyle: 'medium', timeZone: 'UTC' }),
    recent: new Intl.DateTimeFormat(wanted, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
  };
  formats.set(wanted, known);
  return known;
}

function momentIn({ moment, recent }: Formats, time: number): string {
  const isOfThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return (isOfThisYear ? recent : moment).format(time);
}
