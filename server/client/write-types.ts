import { type Catalogue, type Definition, type Field, hasTextIds } from '../definitions/for-server.ts';
import { shownTimes } from '../http/records/collection-schemas.ts';
import { keysOf, measuresOf } from '../records/index.ts';
import { block, headOf, inputName, member, orByLanguage, orNull, union, valueType } from './type-text.ts';

const FILLED = {
  none: {},
  creation: { create_time: 'number', create_user_id: 'Id' },
  full: { create_time: 'number', create_user_id: 'Id', update_time: 'number', update_user_id: 'Id' },
} as const;

/**
 * A declaration of all collections and permissions, by which own code knows the types of records and keys. It spells the types out,
 * because types derived from the definitions would depend on the hooks that use them.
 */
export function writeTypes(
  { all, queries }: Catalogue,
  permissionKeys: readonly string[] | undefined,
): string {
  const collections = [...all, ...queries]
    .filter(({ name }) => !name.includes('__'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const types = collections.map((definition) => `    readonly ${definition.name}: ${typeOf(definition)}`);
  return [
    headOf('types'),
    "import type { Decimal, Json } from 'quire-cms';\n",
    'type Id = bigint;\n',
    `declare module 'quire-cms' {\n  interface CollectionTypes {\n${types.join('')}  }\n${permissionKeys ? permissionTypes(permissionKeys) : ''}}\n`,
  ].join('\n');
}

function permissionTypes(keys: readonly string[]): string {
  const lines = keys.map((key) => `\n      | ${union([key])}`);
  return `\n  interface PermissionTypes {\n    readonly key:${lines.join('')};\n  }\n`;
}

function typeOf(definition: Definition): string {
  const { name, audit, fields, filled, tree, isSingleton, sql, writes } = definition;
  const shown = Object.entries(fields).filter(([, field]) => !field.secret);
  const record = [
    member('id', hasTextIds(definition) ? 'string' : 'Id'),
    ...shown.map(([field, kind]) => member(field, orNull(kind, valueType(kind)))),
    ...Object.entries(FILLED[audit]).map(([field, type]) => member(field, type)),
    ...(sql ? shownTimes(definition).map((time) => member(time, 'number | null')) : []),
  ];
  const sent = Object.entries(fields).filter(([field]) => !filled?.has(field));
  const input = sent.map(([field, kind]) =>
    member(inputName(field, kind), orByLanguage(definition, field, orNull(kind, writtenType(kind)))),
  );
  const references = shown.flatMap(([field, { target }]) =>
    target === undefined ? [] : member(field, `'${target}'`),
  );
  const sums = shown.flatMap(([field, { column, target }]) =>
    target === undefined && measuresOf(column).includes('sum')
      ? member(field, column.type === 'decimal' ? 'string' : 'bigint')
      : [],
  );
  const parts = [
    `readonly record: ${inline(record)};`,
    `readonly input: ${(sql && !writes) || name.startsWith('quire_') ? 'never' : inline(input)};`,
    `readonly references: ${inline(references)};`,
    `readonly sums: ${inline(sums)};`,
    `readonly unique: ${union(keysOf(definition))};`,
    ...(tree === undefined ? [] : [`readonly tree: '${tree}';`]),
    ...(isSingleton ? ['readonly singleton: true;'] : []),
  ];
  return block('', parts).trimStart().replaceAll('\n', '\n    ').trimEnd().replace(/\}$/, '};\n');
}

/** The type of what own code may write. */
function writtenType(field: Field): string {
  return field.column.type === 'decimal' ? 'string | Decimal' : valueType(field, 'input');
}

function inline(members: readonly string[]): string {
  return members.length > 0 ? `{ ${members.join(' ')} }` : '{}';
}
