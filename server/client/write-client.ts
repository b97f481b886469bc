import {
  type Catalogue,
  type Definition,
  draftName,
  FILE,
  type Field,
  type Fields,
  indexColumn,
  type RouteDefinition,
  USER,
} from '../definitions/for-server.ts';
import {
  expandableFields,
  followedWays,
  shownFields,
  shownTimes,
} from '../http/records/collection-schemas.ts';
import { render } from '../messages/message.ts';
import {
  isCalendar,
  isSortable,
  keysOf,
  type Measure,
  MINE,
  measuresOf,
  offersIsMine,
  PERIODS,
} from '../records/index.ts';
import { readRuntime } from './read-runtime.ts';
import type { Ability } from './runtime/shapes.ts';
import { block, headOf, inputName, member, orByLanguage, orNull, union, valueType } from './type-text.ts';
import { writeRoutes } from './write-routes.ts';

/** A client for the served collections and own routes of a project: TypeScript in one file, the same text for the same definitions. */
export function writeClient(catalogue: Catalogue, routes: readonly RouteDefinition[] = []): string {
  const served = catalogue.served.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const collections = served.flatMap((one) => [
    one,
    ...[catalogue.draftsOf(one)].filter((drafts) => drafts !== undefined),
  ]);
  const targets = new Set(
    collections.flatMap((one) => expandableFields(catalogue, one).map(([, target]) => target)),
  );
  const followed = catalogue.all.filter(({ name, path }) => path === undefined && targets.has(name));
  return [
    headOf('client'),
    readRuntime(),
    ...[...collections, ...followed].flatMap((definition) => typesOf(catalogue, definition)),
    formsOf(catalogue, [...collections, ...followed]),
    writeRoutes(routes),
    classOf(served),
  ].join('\n');
}

/** Answered to those who name it in `fields`. */
const IS_MINE = `/** Whether the caller created it, where \`fields\` names it. */ ${member(`${MINE}?`, 'boolean')}`;

function typesOf(catalogue: Catalogue, definition: Definition): string[] {
  const name = nameOf(definition.name);
  const shown = shownFields(definition);
  const answered = shown.filter(([, { translates }]) => translates === undefined);
  const times = shownTimes(definition);
  const locales = [...(definition.localised.values().next().value?.keys() ?? [])];
  const sortable = [...sortableIn(definition), ...pathsOf(catalogue, definition)];
  return [
    `/** ${render(definition.label, 'en').replaceAll('*/', '* /')}, as ${definition.draftOf === undefined ? 'it is' : 'its drafts are'} answered. */`,
    block(`export interface ${name}Record`, [
      member('id', 'Id'),
      ...answered.map(([field, kind]) =>
        member(`${field}${definition.readRules.has(field) ? '?' : ''}`, orNull(kind, valueType(kind))),
      ),
      ...times.map((time) => member(time, definition.sql ? 'number | null' : 'number')),
      ...(definition.name === FILE ? [member('url', 'string')] : []),
      ...(offersIsMine(definition) ? [IS_MINE] : []),
    ]),
    '/** What makes a new one, or takes the place of one that is there. */',
    block(
      `export interface ${name}Input`,
      inputsOf(definition).map(([field, kind]) =>
        member(inputName(field, kind), orByLanguage(definition, field, orNull(kind, inputType(kind)))),
      ),
    ),
    block(`export interface ${name}Filter extends Grouped<${name}Filter>`, [
      member('id?', 'CompareValue<Id>'),
      ...shown.map(([field, kind]) => member(`${field}?`, comparisonOf(catalogue, kind))),
      ...times.map((time) => member(`${time}?`, 'CompareMoment')),
      ...(offersIsMine(definition) ? [member(`${MINE}?`, 'CompareMine')] : []),
      ...followedWays(catalogue, definition).map(([way, { collection }]) =>
        member(`${way}?`, `${nameOf(collection)}Filter & { readonly count?: CompareValue<number> }`),
      ),
    ]),
    `export type ${name}Sort = ${union(sortable.flatMap((one) => [one, `-${one}`]))};\n`,
    block(`export interface ${name}Shape`, [
      member('record', `${name}Record`),
      member('input', `${name}Input`),
      member('filter', `${name}Filter`),
      member('sort', `${name}Sort`),
      member('by', union(keysOf(definition))),
      member('expand', expansionsOf(catalogue, definition)),
      member('measures', measuresIn(definition)),
      member('move', definition.order ? 'Destination' : 'never'),
      member('tree', definition.tree === undefined ? 'never' : 'Id'),
      member('locale', union(locales)),
      member('localised', union([...definition.localised.keys()])),
      member('has', union(abilitiesOf(definition))),
      member('isSingleton', definition.isSingleton ? 'true' : 'false'),
      member('drafts', definition.hasDrafts ? `${nameOf(draftName(definition.name))}Shape` : 'never'),
    ]),
  ];
}

/** The values of each measure, by field. */
function measuresIn(definition: Definition): string {
  const shown = shownFields(definition).filter(([, { nested }]) => !nested);
  const times = shownTimes(definition).map((time) => [time, 'number | null'] as const);
  const of = (measure: Measure, typeOf: (kind: Field) => string) =>
    shown.flatMap(([field, kind]) =>
      measuresOf(kind.column).includes(measure) ? [[field, typeOf(kind)] as const] : [],
    );
  const extremes = (measure: Measure) => [...of(measure, (kind) => `${valueType(kind)} | null`), ...times];
  const all = {
    sum: of('sum', ({ column }) => (column.type === 'decimal' ? 'string' : 'bigint')),
    avg: of('avg', () => 'string | null'),
    min: extremes('min'),
    max: extremes('max'),
  };
  const written = Object.entries(all).map(([measure, types]) =>
    member(measure, `{ ${types.map(([field, type]) => member(field, type)).join(' ')} }`),
  );
  return `{ ${written.join(' ')} }`;
}

function sortableIn(definition: Definition): string[] {
  const shown = shownFields(definition).flatMap(([field, kind]) =>
    isSortable(kind) ? ordersOf(field, kind) : [],
  );
  return ['id', ...shown, ...shownTimes(definition)];
}

/** A collated text can be sorted by in two ways. */
function ordersOf(name: string, { collation }: Field): string[] {
  return collation === undefined ? [name] : [name, `${name}.exact`];
}

/** Behind one reference, and by period; the server follows more references than a union of names can hold. */
function pathsOf(catalogue: Catalogue, definition: Definition): string[] {
  const isSingle = ([, , isMany]: [string, string, boolean]) => !isMany;
  const behind = expandableFields(catalogue, definition)
    .filter(isSingle)
    .flatMap(([field, target]) => sortableIn(catalogue.get(target)).map((name) => `${field}.${name}`));
  const calendar = [
    ...shownFields(definition).flatMap(([field, kind]) => (isCalendar(kind) ? field : [])),
    ...shownTimes(definition),
  ];
  const counts = followedWays(catalogue, definition).map(([way]) => `${way}.count`);
  return [
    ...behind,
    ...counts,
    ...calendar.flatMap((field) => PERIODS.map((period) => `${field}.${period}`)),
  ];
}

/** Leaves out fields that the server fills in. */
function inputsOf({ fields, filled, shown }: Definition): [string, Field][] {
  return Object.entries(fields).filter(([name]) => !filled?.has(name) && shown?.has(name) !== false);
}

/** Numbers may be sent in any form that holds them exactly. */
function inputType(field: Field): string {
  const value = valueType(field, 'input');
  if (value === 'bigint') return 'bigint | number';
  return field.column.type === 'decimal' ? 'string | number' : value;
}

function comparisonOf(catalogue: Catalogue, field: Field): string {
  const { column, target, nested } = field;
  if (nested) return `CompareNothing & ${innerComparison(catalogue, field)}`;
  const there = target !== undefined && catalogue.get(target).isFollowed ? ` & ${nameOf(target)}Filter` : '';
  if (target === USER) return `CompareUser${there}`;
  switch (column.type) {
    case 'ids':
      return `CompareMany${there}`;
    case 'point':
      return 'ComparePoint';
    case 'json':
      return 'CompareNothing';
    case 'boolean':
      return 'CompareTruth';
    case 'time':
      return 'CompareMoment';
    case 'string':
    case 'text':
      return valueType(field) === 'string' ? 'CompareText' : `CompareText<${valueType(field)}>`;
    default:
      return `${field.tree ? 'CompareParent' : 'CompareValue'}<${valueType(field)}>${there}`;
  }
}

/** Values inside others are compared by the names on their way. */
function innerComparison(catalogue: Catalogue, field: Field): string {
  const { nested } = field;
  const inGroup = (members: Fields) =>
    Object.entries(members)
      .map(([name, member_]) => member(`${name}?`, innerComparison(catalogue, member_)))
      .join(' ');
  switch (nested?.form) {
    case 'group':
      return `{ ${inGroup(nested.members)} }`;
    case 'list':
      return innerComparison(catalogue, nested.items);
    case 'blocks': {
      const types = Object.entries(nested.groups).map(([type, members]) =>
        member(`${type}?`, `{ ${inGroup(members)} }`),
      );
      return `{ ${[member('type?', innerComparison(catalogue, nested.type)), ...types].join(' ')} }`;
    }
    default:
      return indexColumn(field) ? comparisonOf(catalogue, field) : 'Nothing';
  }
}

function expansionsOf(catalogue: Catalogue, definition: Definition): string {
  const expanded = expandableFields(catalogue, definition).map(([field, target, isMany]) => {
    const form = isMany ? 'Many' : 'One';
    const name = field.includes('.') ? `'${field}'` : field;
    return `readonly ${name}: ${form}<${nameOf(target)}Shape>`;
  });
  return expanded.length > 0 ? `{ ${expanded.join('; ')} }` : 'Nothing';
}

function formsOf(catalogue: Catalogue, collections: readonly Definition[]): string {
  const forms = collections.map((definition) => {
    const shown = shownFields(definition);
    const inner = shown.flatMap(([field, kind]) => (kind.nested ? [[field, innerForm(kind)]] : []));
    const nested = inner.length > 0 && { nested: Object.fromEntries(inner) };
    const ids = shown.flatMap(([field, kind]) =>
      !kind.nested && /Id(\[\])?$/.test(valueType(kind)) ? field : [],
    );
    const bigints = shown.flatMap(([field, kind]) => (valueType(kind) === 'bigint' ? field : []));
    const expand = Object.fromEntries(
      expandableFields(catalogue, definition).map(([field, target]) => [field, target]),
    );
    const single = definition.isSingleton && { isSingleton: true };
    const draft = definition.draftOf !== undefined && { isDraft: true };
    const drafts = definition.hasDrafts && { drafts: draftName(definition.name) };
    const form = {
      path: definition.path ?? '',
      ...single,
      ...draft,
      ...drafts,
      ids: ['id', ...ids],
      bigints,
      ...nested,
      expand,
    };
    return `${definition.name}: ${JSON.stringify(form)},`;
  });
  return block('const forms =', forms);
}

/** The places of ids and 64-bit integers in a value; null if there are none. */
function innerForm(field: Field): unknown {
  const { nested } = field;
  const inGroup = (members: Fields) =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, one]) => {
        const form = innerForm(one);
        return form === null ? [] : [[name, form]];
      }),
    );
  switch (nested?.form) {
    case 'group':
      return { group: inGroup(nested.members) };
    case 'list':
      return { list: innerForm(nested.items) };
    case 'blocks':
      return {
        blocks: Object.fromEntries(
          Object.entries(nested.groups).map(([type, members]) => [type, inGroup(members)]),
        ),
      };
    default: {
      const type = valueType(field);
      if (type === 'bigint') return { bigint: true };
      return type.endsWith('Id') || type.endsWith('Id[]') ? { id: true } : null;
    }
  }
}

/** What can be done with the records of a collection. Readers of one with drafts see them and their past alone. */
function abilitiesOf({ sql, writes, audit, hasDrafts, draftOf }: Definition): Ability[] {
  if (sql) return ['read', ...(writes && writes.uses.length > 0 ? (['write'] as const) : [])];
  const keepsPast = audit === 'full';
  return [
    'read',
    'stored',
    ...(hasDrafts ? [] : (['write'] as const)),
    ...(keepsPast ? (['history'] as const) : []),
    ...(keepsPast && !hasDrafts ? (['trash'] as const) : []),
    ...(draftOf === undefined ? [] : (['publish'] as const)),
  ];
}

function classOf(collections: readonly Definition[]): string {
  const clients = collections.map(
    ({ name }) => `  ${name}: collectionClient<${nameOf(name)}Shape>(this, forms, '${name}'),`,
  );
  return [
    '/** A server, its collections by their names, `quire.collections.book.list()`, and the routes of the project. */',
    block('export class Quire extends Connection', [
      'readonly collections = {',
      ...clients,
      '};',
      'readonly files = new FileClient(this);',
      'readonly account = new AccountClient(this);',
      'readonly call = routeCaller<Routes>(this, routeForms);',
    ]),
  ].join('\n');
}

/** `order_line` becomes `OrderLine`. A suffix always follows, so no name collides with the runtime's. */
function nameOf(collection: string): string {
  return collection.replace(/(?:^|_+)(.?)/g, (_, letter: string) => letter.toUpperCase());
}
