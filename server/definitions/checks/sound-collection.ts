import {
  ACTIONS,
  type Column,
  DRAFT_ACTIONS,
  declaredColumn,
  MAX_INDEXED_CHARACTERS,
  MAX_INDEXED_WIDTH,
  MIN_COLUMN_CHARACTERS,
  PAST_ACTIONS,
  type Shape,
} from '../../../contract/index.ts';
import { coreFailures } from '../../errors.ts';
import { suggestion } from '../../shared/text/words.ts';
import { type AccessRule, permissionsIn } from '../access-rule.ts';
import type { Fields } from '../field.ts';
import {
  fieldsOf,
  isWayBack,
  presentationChecks,
  problemsOfGroups,
  problemsOfOrder,
  problemsOfPresentation,
  problemsOfSearch,
  problemsOfTree,
  problemsOfWays,
  searchLevels,
  uniqueGroups,
} from '../options/index.ts';
import { type AnySource, contradictionsOfAccess, contradictionsOfFields } from './contradictions.ts';
import {
  anObject,
  flag,
  groupsOfNames,
  name as NAME,
  names,
  needed,
  oneOf,
  records,
  text,
  textWithin,
  wholeNumber,
} from './option-checks.ts';
import {
  type AnyOptionTable,
  isPlainObject,
  type OptionCheck,
  type OptionTable,
  problemOfUndefined,
  problemsOfOptions,
  shown,
} from './options.ts';
import { problemsOfDrafts } from './problems-of-drafts.ts';
import { problemOfRule } from './rule-problem.ts';

const path: OptionCheck = {
  allowed: 'a path such as /v1/book, without a slash at its end',
  accepts: (value) => typeof value === 'string' && /^(\/[A-Za-z0-9][A-Za-z0-9_.~-]*)+$/.test(value),
};

const flagOrNames: OptionCheck = {
  allowed: 'true or a list of field names',
  accepts: (value) => flag.accepts(value) || names.accepts(value),
};

/** The checks of a collection's options. */
export const recordChecks: OptionTable<AnySource>['checks'] = {
  name: needed(NAME),
  renamedFrom: names,
  label: needed(text),
  path,
  audit: needed(oneOf('full', 'creation', 'none')),
  fields: needed(anObject),
  waysBack: anObject,
  unique: uniqueGroups,
  indexes: groupsOfNames,
  search: searchLevels,
  conflicts: anObject,
  drafts: flag,
  reviewed: flag,
  access: anObject,
  hooks: anObject,
  codes: anObject,
  isFollowed: flagOrNames,
  ...presentationChecks,
  samples: records,
};

const RECORD: OptionTable<AnySource> = { owner: 'a collection', checks: recordChecks };

const code = needed(wholeNumber(0, 2_147_483_647));
const CODES: AnyOptionTable = { owner: 'codes', checks: { created: code, updated: code, deleted: code } };

/** Throws if a definition is invalid or contradicts itself. */
export function requireSoundSource(source: AnySource): void {
  const named = isPlainObject(source) && typeof source.name === 'string' ? source.name : '?';
  // Each step reads what the one before has checked.
  refuseIfAny(named, [...problemsOfOptions(RECORD, source), ...problemsOfFields(source?.fields)]);
  refuseIfAny(named, [
    ...problemsOfGroups(source.unique ?? [], source.fields),
    ...(source.codes ? problemsOfOptions(CODES, source.codes) : []),
    ...problemsOfAccess(source),
  ]);
  refuseIfAny(named, [
    ...contradictionsOfFields(source),
    ...contradictionsOfAccess(source),
    ...problemsOfDrafts(source),
    ...problemsOfOrder(source),
    ...problemsOfTree(source),
    ...problemsOfConflicts(source),
    ...problemsOfSamples(source),
    ...problemsOfWays(source.waysBack ?? {}, source.fields),
    ...problemsOfSearch(source.search, source.fields),
    ...problemsOfPresentation(source),
  ]);
}

function refuseIfAny(collection: string, problems: readonly string[]): void {
  if (problems.length > 0)
    throw new Error(problems.map((one) => `collection '${collection}': ${one}`).join('\n'));
}

function problemsOfFields(fields: Fields): string[] {
  if (!isPlainObject(fields)) return []; // a problem of the options
  return Object.entries(fields).flatMap(([name, field]) => {
    const isField = isPlainObject(field) && 'column' in field;
    const notAField = isWayBack(field)
      ? "is a way back; name it under 'waysBack'"
      : `must be a field such as text({ max: 50 }), not ${shown(field)}`;
    const problems = isField ? (field.problems ?? []) : [notAField];
    return problems.map((problem) => `field '${name}': ${problem}`);
  });
}

function problemsOfAccess({ access }: AnySource): string[] {
  const uses: readonly string[] = [...ACTIONS, ...PAST_ACTIONS, ...DRAFT_ACTIONS];
  return Object.entries(access ?? {}).flatMap(([use, rule]) => {
    if (!uses.includes(use))
      return `access has no '${use}'${suggestion(use, uses)} (allowed: ${uses.join(', ')})`;
    if (rule === undefined) return `access: ${problemOfUndefined(use)}`;
    const problem = problemOfRule(rule);
    return problem === undefined ? [] : `access.${use}: ${problem}`;
  });
}

function problemsOfConflicts({ conflicts = {}, unique = [], fields }: AnySource): string[] {
  const groups = [
    ...unique.map((group) => fieldsOf(group).join()),
    ...Object.keys(fields).filter((name) => fields[name]?.unique),
  ];
  const failures = Object.keys(coreFailures);
  return Object.entries(conflicts).flatMap(([group, failure]) => {
    if (!groups.includes(group))
      return `conflicts names '${group}', which is not unique${suggestion(group, groups)}`;
    return failures.includes(failure)
      ? []
      : `conflicts: there is no failure '${failure}'${suggestion(failure, failures)}`;
  });
}

function problemsOfSamples({ samples = [], fields }: AnySource): string[] {
  const known = Object.keys(fields);
  const unknown = samples.flatMap(Object.keys).filter((name) => !known.includes(name));
  return [...new Set(unknown)].map(
    (name) => `samples name '${name}', which is no field${suggestion(name, known)}`,
  );
}

const moduleName = textWithin(50);

/** Throws if one permission has two names: granting one would silently grant the other. */
export function requireSoundPermissions(collection: string, rules: readonly AccessRule[]): void {
  const permissions = rules.flatMap(permissionsIn);
  const byKey = Map.groupBy(permissions, ({ key }) => key);
  if (!permissions.every(({ module }) => moduleName.accepts(module)))
    throw refusalOf(collection)(
      `'label' is the module of its permissions, so it must be ${moduleName.allowed}`,
    );
  for (const [key, sharing] of byKey) {
    const [one, other] = new Set(sharing.map(({ name }) => JSON.stringify(name)));
    if (one === undefined || other === undefined) continue;
    throw refusalOf(collection)(
      `the permission '${key}' has two names, ${one} and ${other}; give one of them another key: permission(${other}, 'another')`,
    );
  }
}

/** The indexes of a collection, by their columns. */
interface Indexes {
  readonly unique: readonly (readonly string[])[];
  readonly others: readonly (readonly string[])[];
}

/** Throws if an index names a missing field, is larger than some engine supports, or is declared twice. */
export function requireSoundIndexes(collection: string, { unique, others }: Indexes, columns: Shape): void {
  const refuse = refusalOf(collection);
  const groups = [...unique, ...others];
  const unknown = groups.flat().find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined)
    throw refuse(
      `an index names '${unknown}', which it does not have${suggestion(unknown, Object.keys(columns))}`,
    );
  const isUnbounded = (name: string) => charactersOf(columns[name]) === Number.POSITIVE_INFINITY;
  const unbounded = groups.find((index) => index.some(isUnbounded));
  if (unbounded)
    throw refuse(
      `an index over ${unbounded.join()} cannot be: the values of '${unbounded.find(isUnbounded)}' have no length limit, like all lists, JSON and long texts; allowed: fields of other kinds`,
    );
  const wide = groups.find((index) => isTooWide(index, columns));
  if (wide)
    throw refuse(
      `an index over ${wide.join()} is too wide: its texts may hold ${MAX_INDEXED_CHARACTERS} characters together, and ${MAX_INDEXED_WIDTH} if each counts as ${MIN_COLUMN_CHARACTERS} at least`,
    );
  const twice = groups.find((group) => new Set(group).size < group.length);
  if (twice) throw refuse(`an index over ${twice.join()} names a field twice`);
  const [repeated] = [...repeatedOf(unique), ...repeatedOf(others)];
  if (repeated !== undefined) throw refuse(`two indexes are over ${repeated}; one is enough`);
}

function repeatedOf(groups: readonly (readonly string[])[]): string[] {
  const names = groups.map((group) => group.join());
  return names.filter((name, index) => names.indexOf(name) < index);
}

function refusalOf(collection: string) {
  return (reason: string) => new Error(`collection '${collection}': ${reason}`);
}

/** Whether an index over these columns is larger than some engine supports. */
export function isTooWide(index: readonly string[], columns: Shape): boolean {
  const lengths = index.flatMap((name) => charactersOf(columns[name]) ?? []);
  const total = (least: number) => lengths.reduce((sum, length) => sum + Math.max(least, length), 0);
  return total(0) > MAX_INDEXED_CHARACTERS || total(MIN_COLUMN_CHARACTERS) > MAX_INDEXED_WIDTH;
}

/** The most characters of a text; undefined for values of another kind. */
function charactersOf(described: Column | undefined): number | undefined {
  const column = described && declaredColumn(described);
  if (column?.type === 'string') return column.length;
  return column && ['text', 'json', 'ids'].includes(column.type) ? Number.POSITIVE_INFINITY : undefined;
}
