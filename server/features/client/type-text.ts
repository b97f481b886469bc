import type { Definition } from '../../definitions/define-record.ts';
import type { Field } from '../../definitions/field.ts';

/** What a file begins with that this command writes. */
export function headOf(command: string): string {
  return `// Made by \`quire ${command}\` from the definitions of the records: make it anew instead of changing it.
/* eslint-disable */
// biome-ignore-all lint: made by a program
// biome-ignore-all format: made by a program
`;
}

/** The type of a field's values; `Id` names what ids are. */
export function valueType({ column, target, output }: Field): string {
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

export function orNull({ nullable }: Field, type: string): string {
  return nullable ? `${type} | null` : type;
}

/** A localised field takes a value, or an object of languages. */
export function orByLanguage({ localised }: Definition, field: string, type: string): string {
  const locales = localised.get(field)?.keys();
  return locales ? `${type} | { readonly [L in ${union([...locales])}]?: ${type} | null }` : type;
}

export function union(words: readonly string[]): string {
  return words.length > 0 ? words.map((word) => `'${word.replace(/['\\]/g, '\\$&')}'`).join(' | ') : 'never';
}

export function member(name: string, type: string): string {
  return `readonly ${name}: ${type};`;
}

export function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}${head.endsWith('=') ? ';' : ''}\n`;
}
