import { MAX_EXPANDED, MAX_HOPS } from '../../../contract/limits.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition, Reference } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { always, type Condition, isAlways } from './conditions/condition.ts';
import { type SeenWay, seenIn, seenTarget, visibleRecords, wayNamed } from './conditions/filter.ts';
import { namesIsMine } from './conditions/mine.ts';
import { fieldInSome, fieldNamed, nearestName } from './names.ts';
import { DISTANCE } from './paths.ts';
import { type LocaleQuery, localisedColumn, type RequestedLocales } from './requested-locales.ts';
import type { Scope } from './scope.ts';
import { readSort, type Sort } from './sort.ts';

/** What to show of a collection's records: columns, and referenced records. */
export interface Selection {
  readonly definition: Definition;
  /** The id, which is always shown, and the columns that were asked for. */
  readonly columns: readonly string[];
  /** The languages that localised columns are read in. */
  readonly locales: RequestedLocales | undefined;
  readonly expanded: readonly Expansion[];
  /** The ways back whose records are counted. */
  readonly counts: readonly BackCount[];
  /** The fields whose distances are shown. */
  readonly distances: readonly string[];
  /** The columns that are shown in some records alone. */
  readonly seen: ReadonlyMap<string, Seen>;
  /** Show for each record whether this user created it. */
  readonly mine: { readonly by: bigint | undefined } | undefined;
}

/** The condition that the records meet which show a column, and the extra column that tells it of each; columns share these. */
interface Seen {
  readonly flag: string;
  readonly condition: Condition;
}

/** How many records that the actor may read refer to a record by a field. */
export interface BackCount {
  readonly name: string;
  readonly collection: string;
  readonly by: string;
  readonly visible: Condition;
}

/** A reference to follow, to the records of its target that the actor may read. */
export interface Expansion {
  /** The name under which the records appear: the field, or the path of a reference inside it. */
  readonly name: string;
  /** The column that holds the ids. */
  readonly column: string;
  readonly reference: Reference;
  readonly visible: Condition;
  readonly selection: Selection;
  /** For a way back: the field that refers, and which of the records are shown for each record. */
  readonly back?: { readonly by: string; readonly sort: Sort; readonly limit: number };
}

/** What a client wants to see of a record. */
export interface Showing extends LocaleQuery {
  readonly fields?: string;
  readonly expand?: string;
  /** Report for each record what the actor may do with it. */
  readonly can?: '1';
}

/** Reads `fields=title,author.name` and `expand=author,author.country`. Throws naming what is unknown or unreadable. */
export function readSelection(
  scope: Scope,
  definition: Definition,
  { fields = '', expand = '' }: Showing,
): Selection {
  const named = pathsOf(fields);
  const followed = pathsOf(expand);
  if (followed.length > MAX_EXPANDED)
    throw badParameters({ expand: message('tooManyReferences', { max: MAX_EXPANDED }) });
  return readLevel(scope, definition, { named, followed, path: '', hops: 0 });
}

/** The requested paths that begin at one collection. */
interface AskedPaths {
  readonly named: readonly string[][];
  readonly followed: readonly string[][];
  readonly path: string;
  readonly hops: number;
}

function readLevel(scope: Scope, definition: Definition, given: AskedPaths): Selection {
  const inner = scope.catalogue.referencesOf(definition.name).flatMap(({ path }) => path ?? []);
  const joined = (paths: readonly string[][]) => paths.map((path) => withInner(inner, path));
  const asked = { ...given, named: joined(given.named), followed: joined(given.followed) };
  const expanded = [...new Set(asked.followed.map(([name = '']) => name))].map((name) =>
    readExpansion(scope, definition, name, asked),
  );
  const shown = new Set<string>();
  const counts = new Map<string, BackCount>();
  const distances = new Set<string>();
  let mine: Selection['mine'];
  for (const [name = '', ...rest] of asked.named) {
    const way = isCount(rest) ? wayNamed(scope, definition, name) : undefined;
    if (way) {
      const { definition: there, way: back, visible } = way;
      counts.set(name, { name, collection: there.name, by: back.field, visible });
      continue;
    }
    if (asked.hops === 0 && isDistance(scope, definition, name, rest)) {
      distances.add(name);
      continue;
    }
    if (rest.length === 0 && namesIsMine(definition, name, scope.rights)) {
      mine = { by: scope.rights.me() };
      continue;
    }
    if (rest.length === 0 && !isShown(scope, definition, name))
      throw badParameters({
        fields: message('noReadableField', {
          name: (asked.path + name).slice(0, 200),
          near: nearestName(definition, name, scope.rights),
        }),
      });
    if (rest.length > 0 && !expanded.some((one) => one.name === name))
      throw badParameters({ fields: message('notExpanded', { name: (asked.path + name).slice(0, 200) }) });
    if (rest.length === 0) shown.add(name);
  }
  const isWhole = shown.size + counts.size + distances.size === 0 && !mine;
  const columns = Object.keys(definition.columns).filter(
    (name) => name === 'id' || (isWhole ? isShownUnnamed(scope, definition, name) : shown.has(name)),
  );
  return {
    definition,
    columns,
    locales: scope.isFlat && !scope.locales?.chain ? undefined : scope.locales,
    expanded,
    counts: [...counts.values()],
    distances: [...distances],
    seen: scope.isFlat ? new Map() : seenAmong(scope, definition, columns),
    mine,
  };
}

/** A language of a field is shown by its own name only in files; elsewhere the field's value holds it. */
function isShown({ rights, locales, isFlat }: Scope, definition: Definition, name: string): boolean {
  const field = fieldInSome(definition, name, rights);
  if (!field) return false;
  if (!isFlat || locales?.chain) return field.translates === undefined;
  return !locales || field.locale === undefined || locales.names.includes(field.locale);
}

/** A file has a field of some records only by its name, and then only these records. */
function isShownUnnamed(scope: Scope, definition: Definition, name: string): boolean {
  const isLeftOut = scope.isFlat === true && !fieldNamed(definition, name, scope.rights);
  return !isLeftOut && isShown(scope, definition, name);
}

function seenAmong(scope: Scope, definition: Definition, columns: readonly string[]): Selection['seen'] {
  const flags = new Map<Condition, string>();
  const seen = new Map<string, Seen>();
  for (const name of columns) {
    const condition = Object.hasOwn(definition.fields, name) ? seenIn(scope, definition, name) : always;
    if (isAlways(condition)) continue;
    const flag = flags.get(condition) ?? `_seen_${name}`;
    flags.set(condition, flag);
    seen.set(name, { flag, condition });
  }
  return seen;
}

/** Whether the actor may see a field in some records alone. What it leads to could not be left out of the others. */
function isInSome({ rights }: Scope, definition: Definition, field: string): boolean {
  return typeof rights.shownIn(definition, field) === 'object';
}

/** The conditions of `seen`, as extra columns of the query that reads the records, under names that no column has. */
export function flagsOfSeen({ seen }: Selection): Readonly<Record<string, Condition>> {
  return Object.fromEntries([...seen.values()].map(({ flag, condition }) => [flag, condition]));
}

/** Whether a record, read with these columns, shows a column. */
export function isSeenIn({ seen }: Selection, name: string, record: Raw): boolean {
  const flag = seen.get(name)?.flag;
  return flag === undefined || record[flag] === true;
}

function readExpansion(scope: Scope, definition: Definition, name: string, asked: AskedPaths): Expansion {
  const path = asked.path + name;
  const back = wayNamed(scope, definition, name);
  if (back) return readBack(scope, back, name, asked);
  const reference = scope.catalogue.referenceAt(definition.name, pathInLocale(scope, definition, name));
  if (reference && isInSome(scope, definition, reference.field))
    throw badParameters({ expand: message('onlyInSomeRecords', { name: path.slice(0, 200) }) });
  if (!reference || !fieldNamed(definition, reference.field, scope.rights))
    throw badParameters({
      expand: message('noReference', {
        name: path.slice(0, 200),
        near: nearestName(definition, name, scope.rights),
      }),
    });
  if (asked.hops >= MAX_HOPS)
    throw badParameters({ expand: message('tooFar', { path: path.slice(0, 200), max: MAX_HOPS }) });
  const { field: column, leaf } = reference;
  const definitionThere = seenTarget(scope, leaf.target ?? '');
  const visible = visibleRecords(
    scope,
    definitionThere,
    'expand',
    message('notExpandable', { name: path.slice(0, 200) }),
  );
  const selection = readLevel(scope, definitionThere, below(asked, name));
  return { name, column, reference, visible, selection };
}

/** With several languages, references are followed in the first of them, as filters and sorts read it. */
function pathInLocale({ locales }: Scope, definition: Definition, path: string): string {
  if (!locales || locales.chain) return path;
  const [name = '', ...inside] = path.split('.');
  return [localisedColumn(definition, name, locales).column, ...inside].join('.');
}

/** Joins the first names of a path that leads to a reference inside a field: `sections.film`. */
function withInner(inner: readonly string[], path: string[]): string[] {
  const length = path.findIndex((_, at) => at > 0 && inner.includes(path.slice(0, at + 1).join('.')));
  return length < 0 ? path : [path.slice(0, length + 1).join('.'), ...path.slice(length + 1)];
}

function readBack(
  scope: Scope,
  { definition, way, visible }: SeenWay,
  name: string,
  asked: AskedPaths,
): Expansion {
  const named = asked.named.filter(([, ...rest]) => !isCount(rest));
  const selection = readLevel(scope, definition, below({ ...asked, named }, name));
  // The author chose the order; a field that this actor may not read must not show through it.
  const order = way.sort
    .split(',')
    .filter((one) => fieldNamed(definition, one.replace(/^-/, ''), scope.rights));
  const sort = readSort({ definition, rights: scope.rights }, order.join());
  const reference = scope.catalogue.referenceAt(way.collection, way.field);
  if (!reference) throw new Error(`'${way.back}' is no reference`);
  return {
    name,
    column: way.field,
    reference,
    visible,
    selection,
    back: { by: way.field, sort, limit: way.limit },
  };
}

/** The requested paths after a name. */
function below({ named, followed, path, hops }: AskedPaths, name: string): AskedPaths {
  const behind = (paths: readonly string[][]) =>
    paths.filter(([first, ...rest]) => first === name && rest.length > 0).map((one) => one.slice(1));
  return { named: behind(named), followed: behind(followed), path: `${path}${name}.`, hops: hops + 1 };
}

function isDistance(
  { rights }: Scope,
  definition: Definition,
  name: string,
  rest: readonly string[],
): boolean {
  return rest.join() === DISTANCE && fieldNamed(definition, name, rights)?.column.type === 'point';
}

function isCount(rest: readonly string[]): boolean {
  return rest.length === 1 && rest[0] === 'count';
}

function pathsOf(text: string): string[][] {
  const paths = text.split(',').filter((path) => path !== '');
  return [...new Set(paths)].map((path) => path.split('.'));
}
