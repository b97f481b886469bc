import { createHash } from 'node:crypto';
import { wordsOf } from '../../../definitions/options/presentation.ts';
import type { AdoptedField, AdoptedTable } from '../plan/adopted-table.ts';
import { quoted } from '../plan/facts.ts';
import { AS_IT_IS } from '../plan/served-column.ts';
import type { ForeignDialect } from '../schema/foreign-schema.ts';

/** Longer comments explain more than they name. */
const LONGEST_LABEL = 60;
/** So many short texts are searched by `q`. */
const MOST_SEARCHED = 3;

/** The definition file of an adopted table. It ends with a mark by which `isUnchanged` knows it again. */
export function definitionText(dialect: ForeignDialect, adopted: AdoptedTable): string {
  const { table, name, fields, times, leftOut, writes } = adopted;
  const made = makersOf(adopted);
  const searched = new Set(
    fields.filter(({ served }) => 'make' in served && served.make === 'text').slice(0, MOST_SEARCHED),
  );
  const lines = [
    `import { ${['defineQuery', 'permission', ...made].toSorted().join(', ')} } from 'quire-cms';`,
    '',
    remark(
      `Made by \`quire adopt\` from the ${table.kind} ${table.name}. Change it as you like: once it is changed, it is kept.`,
    ),
    ...('readOnly' in writes ? [remark(`Only read, because ${writes.readOnly}.`)] : []),
    ...leftOut.map(({ column, why }) => remark(`Left out: ${column}, because ${why}.`)),
    'export default defineQuery({',
    `  name: ${text(name)},`,
    ...labelled(table.comment, wordsOf(name)).map((line) => `  ${line}`),
    `  path: ${text(`/v1/${name}`)},`,
    ...idText(adopted).map((id) => `  id: ${id},`),
    '  sql: {',
    `    ${dialect}: ${template(selectOf(adopted))},`,
    '  },',
    '  fields: {',
    ...fields.map((field) => `    ${field.name}: ${fieldText(adopted, field, searched.has(field))},`),
    '  },',
    ...(times.length > 0 ? [`  times: [${times.map(({ name }) => text(name)).join(', ')}],`] : []),
    ...writesText(adopted),
    ...accessText(adopted),
    '});',
    '',
  ];
  const written = lines.join('\n');
  return `${written}${MARK}${digestOf(written)}\n`;
}

const MARK = '// quire adopt: ';

/** Whether a file is as `definitionText` made it. */
export function isUnchanged(file: string): boolean {
  const at = file.lastIndexOf(MARK);
  return at > 0 && file.slice(at + MARK.length).trim() === digestOf(file.slice(0, at));
}

function digestOf(written: string): string {
  return createHash('sha256').update(written).digest('hex').slice(0, 16);
}

function makersOf({ fields }: AdoptedTable): readonly string[] {
  return [...new Set(fields.map(({ served }) => ('make' in served ? served.make : 'reference')))];
}

function selectOf({ from, key, fields, times }: AdoptedTable): string {
  const columns = [
    ...(key.form === 'several' ? [] : key.columns.map(({ name }) => `${quoted(name)} as "id"`)),
    ...[...fields, ...times].map(({ name, served }) => `${served.sql} as ${quoted(name)}`),
  ];
  return `\n      select ${columns.join(',\n        ')}\n      from ${from}`;
}

/** The form of ids; nothing for numbers. */
function idText({ key, fields }: AdoptedTable): string[] {
  if (key.form === 'number') return [];
  if (key.form !== 'several') return [text(key.form)];
  const names = key.columns.flatMap((column) => fields.find((field) => field.column === column)?.name ?? []);
  return [`[${names.map(text).join(', ')}]`];
}

/** The kinds of fields whose columns never answer null where they hold a value. */
const NEVER_NULL: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'choice',
  'integer',
  'longText',
  'text',
]);

function fieldText(
  { writes, key }: AdoptedTable,
  { name, column, served }: AdoptedField,
  isSearched: boolean,
): string {
  const isWritten = 'columns' in writes && writes.columns.some((one) => one.name === name);
  const mayNeed = 'reference' in served || NEVER_NULL.has(served.make);
  const isPart = key.form === 'several' && key.columns.includes(column);
  const options = {
    ...('make' in served ? served.options : {}),
    ...(isSearched && { searchable: true }),
    ...(isWritten && ((mayNeed && column.isRequired) || isPart) && { required: true }),
  };
  const given = [
    ...Object.entries(options).map(([option, value]) => `${option}: ${JSON.stringify(value)}`),
    ...labelled(column.comment, undefined).map((line) => line.replace(/,$/, '')),
  ];
  const all = given.length > 0 ? `{ ${given.join(', ')} }` : undefined;
  const [make, first] = makerOf(served);
  return `${make}(${[first, all].filter((part) => part !== undefined).join(', ')})`;
}

/** The table that is written, and the columns that fields are written to. */
function writesText({ table, from, key, writes }: AdoptedTable): string[] {
  if ('readOnly' in writes) return [];
  const path = from === quoted(table.name) ? [] : [JSON.parse(from.slice(0, from.indexOf('.'))) as string];
  const named = [...path, table.name].map(text);
  const columnText = (column: string, sql: string) =>
    sql === AS_IT_IS ? text(column) : `{ column: ${text(column)}, sql: ${text(sql)} }`;
  return [
    '  writes: {',
    `    table: ${named.length > 1 ? `[${named.join(', ')}]` : named.join('')},`,
    ...(key.form === 'several' ? [] : key.columns.map(({ name }) => `    key: ${text(name)},`)),
    ...(writes.newKeys === undefined ? [] : [`    newKeys: ${text(writes.newKeys)},`]),
    '    columns: {',
    ...writes.columns.map(({ name, column, sql }) => `      ${name}: ${columnText(column, sql)},`),
    '    },',
    '  },',
  ];
}

function accessText({ table, writes }: AdoptedTable): string[] {
  const rule = (use: string, word: string) => `${use}: permission(${text(`${word} ${table.name}`)})`;
  if ('readOnly' in writes) return [`  access: { ${rule('read', 'Read')} },`];
  const words = { create: 'Create', update: 'Change', delete: 'Delete' };
  return [
    '  access: {',
    `    ${rule('read', 'Read')},`,
    ...writes.uses.map((use) => `    ${rule(use, words[use])},`),
    `    ${rule('history', 'See the history of')},`,
    '  },',
  ];
}

function makerOf(served: AdoptedField['served']): readonly [make: string, first: string | undefined] {
  if ('reference' in served) return ['reference', text(served.reference)];
  return [served.make, served.words && `[${served.words.map(text).join(', ')}]`];
}

/** A comment as label, or as help if it is long; without one, `otherwise` is the label. */
function labelled(comment: string | undefined, otherwise: string | undefined): string[] {
  const isLabel = comment !== undefined && comment.length <= LONGEST_LABEL && !comment.includes('\n');
  const label = isLabel ? comment : otherwise;
  return [
    ...(label === undefined ? [] : [`label: ${text(label)},`]),
    ...(comment === undefined || isLabel ? [] : [`help: ${text(comment)},`]),
  ];
}

/** A comment on one line: names and types of a database may hold what ends a line, and code behind it. */
function remark(words: string): string {
  return `// ${words.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`;
}

/** A text in TypeScript, in single quotes. */
function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text of several lines in TypeScript. */
function template(value: string): string {
  return `\`${value.replace(/[\\`]|\$\{/g, '\\$&')}\``;
}
