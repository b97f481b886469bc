import { readFileSync } from 'node:fs';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Field } from '../../definitions/field.ts';
import { FILE } from '../../definitions/fields/file.ts';
import { expandableFields, shownFields } from '../../http/records/record-schemas.ts';
import { render } from '../../messages/message.ts';
import { isSortable } from '../../records/query/sort.ts';
import { keysOf } from '../../records/write/upsert.ts';

const runtime = readFileSync(new URL('./runtime.ts', import.meta.url), 'utf8');
const HEAD = `// Made by \`quire client\` from the definitions of the records: make it anew instead of changing it.
/* eslint-disable */
// biome-ignore-all lint: made by a program
// biome-ignore-all format: made by a program
`;
const TIMES = { full: ['create_time', 'update_time'], creation: ['create_time'], none: [] } as const;

/** A client for the served records of a catalogue: TypeScript in one file, the same text for the same definitions. */
export function writeClient(catalogue: Catalogue): string {
  const records = catalogue.served.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const targets = new Set(
    records.flatMap((one) => expandableFields(catalogue, one).map(([, target]) => target)),
  );
  const followed = catalogue.all.filter(({ name, path }) => path === undefined && targets.has(name));
  return [
    HEAD,
    runtime,
    ...[...records, ...followed].flatMap((definition) => typesOf(catalogue, definition)),
    formsOf(catalogue, [...records, ...followed]),
    classOf(records),
  ].join('\n');
}

function typesOf(catalogue: Catalogue, definition: Definition): string[] {
  const name = nameOf(definition.name);
  const shown = shownFields(definition);
  const times = TIMES[definition.audit];
  const sortable = ['id', ...shown.flatMap(([field, kind]) => (isSortable(kind) ? field : [])), ...times];
  return [
    `/** ${render(definition.label, 'en').replaceAll('*/', '* /')}, as it is answered. */`,
    block(`export interface ${name}Row`, [
      member('id', 'Id'),
      ...shown.map(([field, kind]) =>
        member(`${field}${definition.readRules.has(field) ? '?' : ''}`, orNull(kind, valueType(kind))),
      ),
      ...times.map((time) => member(time, 'number')),
      ...(definition.name === FILE ? [member('url', 'string')] : []),
    ]),
    '/** What makes a new one, or takes the place of one that is there. */',
    block(
      `export interface ${name}Input`,
      Object.entries(definition.fields).map(([field, kind]) =>
        member(`${field}${kind.required ? '' : '?'}`, orNull(kind, inputType(kind))),
      ),
    ),
    block(`export interface ${name}Filter extends Grouped<${name}Filter>`, [
      member('id?', 'CompareValue<Id>'),
      ...shown.map(([field, kind]) => member(`${field}?`, comparisonOf(catalogue, kind))),
      ...times.map((time) => member(`${time}?`, 'CompareValue<number>')),
    ]),
    `export type ${name}Sort = ${union(sortable.flatMap((one) => [one, `-${one}`]))};\n`,
    block(`export interface ${name}Shape`, [
      member('row', `${name}Row`),
      member('input', `${name}Input`),
      member('filter', `${name}Filter`),
      member('sort', `${name}Sort`),
      member('by', union(keysOf(definition))),
      member('expand', expansionsOf(catalogue, definition)),
    ]),
  ];
}

function valueType({ column, target, output }: Field): string {
  switch (column.type) {
    case 'string':
    case 'text':
      return Array.isArray(output.enum) ? union(output.enum.filter((word) => word !== null)) : 'string';
    case 'integer':
    case 'time':
      return 'number';
    case 'bigint':
      return target === undefined ? 'bigint' : 'Id';
    case 'decimal':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'json':
      return 'Json';
    case 'ids':
      return 'readonly Id[]';
  }
}

/** Numbers may be sent in any form that holds them exactly. */
function inputType(field: Field): string {
  const value = valueType(field);
  if (value === 'bigint') return 'bigint | number';
  return field.column.type === 'decimal' ? 'string | number' : value;
}

function orNull({ nullable }: Field, type: string): string {
  return nullable ? `${type} | null` : type;
}

function comparisonOf(catalogue: Catalogue, field: Field): string {
  const { column, target } = field;
  const there = target !== undefined && catalogue.get(target).isFollowed ? ` & ${nameOf(target)}Filter` : '';
  switch (column.type) {
    case 'ids':
      return `CompareMany${there}`;
    case 'json':
      return 'CompareNothing';
    case 'boolean':
      return 'CompareTruth';
    case 'string':
    case 'text':
      return valueType(field) === 'string' ? 'CompareText' : `CompareText<${valueType(field)}>`;
    default:
      return `CompareValue<${valueType(field)}>${there}`;
  }
}

function expansionsOf(catalogue: Catalogue, definition: Definition): string {
  const expanded = expandableFields(catalogue, definition).map(([field, target]) => {
    const form = definition.columns[field]?.type === 'ids' ? 'Many' : 'One';
    return `readonly ${field}: ${form}<${nameOf(target)}Shape>`;
  });
  return expanded.length > 0 ? `{ ${expanded.join('; ')} }` : 'Nothing';
}

function formsOf(catalogue: Catalogue, records: readonly Definition[]): string {
  const forms = records.map((definition) => {
    const shown = shownFields(definition);
    const ids = shown.flatMap(([field, kind]) => (/Id(\[\])?$/.test(valueType(kind)) ? field : []));
    const bigints = shown.flatMap(([field, kind]) => (valueType(kind) === 'bigint' ? field : []));
    const expand = Object.fromEntries(expandableFields(catalogue, definition));
    const form = { path: definition.path ?? '', ids: ['id', ...ids], bigints, expand };
    return `${definition.name}: ${JSON.stringify(form)},`;
  });
  return block('const forms =', forms);
}

function classOf(records: readonly Definition[]): string {
  const clients = records.map(({ name, audit }) => {
    const kind = audit === 'full' ? 'KeptRecordClient' : 'RecordClient';
    return `  ${name}: new ${kind}<${nameOf(name)}Shape>(this, forms, '${name}'),`;
  });
  return [
    '/** A server, and its records by their names: `quire.records.book.list()`. */',
    block('export class Quire extends Connection', ['readonly records = {', ...clients, '};']),
  ].join('\n');
}

/** `order_line` is `OrderLine`; behind it always stands what it is of the record, so no name of the runtime's is taken. */
function nameOf(record: string): string {
  return record.replace(/(?:^|_+)(.?)/g, (_, letter: string) => letter.toUpperCase());
}

function union(words: readonly string[]): string {
  return words.length > 0 ? words.map((word) => `'${word.replace(/['\\]/g, '\\$&')}'`).join(' | ') : 'never';
}

function member(name: string, type: string): string {
  return `readonly ${name}: ${type};`;
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}${head.endsWith('=') ? ';' : ''}\n`;
}
