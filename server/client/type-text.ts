import type { Definition, Field, Fields, NestedFields } from '../definitions/for-server.ts';

/** The head of a file that this command writes. */
export function headOf(command: string): string {
  return `// Made by \`quire ${command}\` from the definitions of the collections: make it anew instead of changing it.
/* eslint-disable */
// biome-ignore-all lint: made by a program
// biome-ignore-all format: made by a program
`;
}

/** What a type describes: records in answers, or inputs, which may omit what the server fills in. */
type Use = 'record' | 'input';

/** The type of a field's values; `Id` names what ids are. */
export function valueType({ column, target, output, nested }: Field, use: Use = 'record'): string {
  if (nested) return nestedType(nested, use);
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
      return output.additionalProperties === undefined ? 'Json' : 'Readonly<Record<string, string>>'; // alt texts
    case 'ids':
      return 'readonly Id[]';
    case 'point':
      return '{ readonly lat: number; readonly lon: number }';
  }
}

function nestedType(nested: NestedFields, use: Use): string {
  const membersOf = (members: Fields) =>
    Object.entries(members)
      .map(([name, field]) => member(inputName(name, field, use), orNull(field, valueType(field, use))))
      .join(' ');
  switch (nested.form) {
    case 'group':
      return `{ ${membersOf(nested.members)} }`;
    case 'list':
      return `readonly (${valueType(nested.items, use)})[]`;
    case 'blocks': {
      const types = Object.entries(nested.groups).map(
        ([type, members]) => `{ readonly type: '${type}'; ${membersOf(members)} }`,
      );
      return `readonly (${types.join(' | ')})[]`;
    }
  }
}

/** A name among the members of a type, marked as one that may be missing. */
export function inputName(name: string, { required }: Field, use: Use = 'input'): string {
  return use === 'input' && !required ? `${name}?` : name;
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
