import type { Action, AuditForm, DraftAction, PastAction, Shape } from '../../contract/index.ts';
import type { FailureKey } from '../errors.ts';
import type { Text } from '../messages/message.ts';
import { type AccessRule, type CollectionRule, superAdministrator } from './access-rule.ts';
import {
  requireSoundIndexes,
  requireSoundPermissions,
  requireSoundSource,
} from './checks/sound-collection.ts';
import { keyIndexes, type SortKeys, storedColumns } from './collation/sort-keys.ts';
import type { Fields } from './field.ts';
import { type AnyHooks, chained, type HookChains } from './hooks.ts';
import type { LeftBehind } from './left-behind.ts';
import {
  countsNulls,
  fieldsOf,
  type HandOrder,
  handOrderOf,
  indexOfOrder,
  levelsOf,
  type Presentation,
  presentationOf,
  type SearchLevels,
  treeOf,
  type WayBack,
} from './options/index.ts';
import { partsOfFields } from './parts-of-fields.ts';
import type {
  AccessSource,
  CheckedSource,
  CollectionSource,
  Served,
  Source,
  SqlByDialect,
  WrittenTable,
} from './types/index.ts';

/** A checked and completed definition of a collection. */
export interface Definition<F extends Fields = Fields, A extends AuditForm = AuditForm> {
  readonly name: string;
  /** Earlier names of its table, for tables that have not been migrated. */
  readonly renamedFrom: readonly string[];
  readonly label: Text;
  readonly path: string | undefined;
  readonly audit: A;
  readonly fields: F;
  /** The ways back along references of other collections, by name. No column holds them. */
  readonly ways: Readonly<Record<string, WayBack>>;
  /** The fields that clients must send on creation. */
  readonly required: readonly string[];
  /** The values of fields that are not sent. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** The fields that are made from others if a new record has no value for them. */
  readonly made: readonly string[];
  /** The fields whose records may hold values from before their rule. */
  readonly legacy: readonly string[];
  /** The columns of each localised field, by language; empty without the setting LOCALES. */
  readonly localised: Localised;
  /** Every column of the table that records show, in its order: id, fields, audit fields. */
  readonly columns: Shape;
  /** The columns that hold what records are sorted by in place of texts. Records do not show them. */
  readonly sortKeys: SortKeys;
  readonly unique: readonly (readonly string[])[];
  /** The unique groups in which nulls are equal. */
  readonly nullsEqual: ReadonlySet<readonly string[]>;
  readonly indexes: readonly (readonly string[])[];
  /** The fields that `search` looks through, the most important first. */
  readonly search: SearchLevels;
  readonly conflicts: Readonly<Record<string, FailureKey>>;
  readonly access: Readonly<Record<Action | PastAction | DraftAction, AccessRule>> | undefined;
  /** Read and write rules of restricted fields, by field, and the names of these fields. */
  readonly readRules: ReadonlyMap<string, AccessRule>;
  readonly writeRules: ReadonlyMap<string, AccessRule>;
  readonly guarded: readonly string[];
  readonly codes: { readonly created: number; readonly updated: number; readonly deleted: number };
  /** Whether its records are the published form of drafts. */
  readonly hasDrafts?: true;
  /** Whether users change records by change sets alone. */
  readonly isReviewed?: true;
  /** The name of the collection whose drafts these are. */
  readonly draftOf?: string;
  /** The fields that the server fills in; what clients send for them is ignored. */
  readonly filled?: ReadonlySet<string>;
  /** The field that holds the parent of a record in a tree. */
  readonly tree?: string;
  /** The order that people make by hand of its records. */
  readonly order?: HandOrder;
  /** Whether its records are an index of what another collection's records hold. */
  readonly isIndex?: true;
  /** Whether it has one record, which always exists. */
  readonly isSingleton?: true;
  /** The select that answers its records, if it is a query: nothing of it is stored. */
  readonly sql?: SqlByDialect;
  /** The fields whose values make the id of a record, if it is a query of several. */
  readonly key?: readonly string[];
  /** The table of another program that its records are written to, if it is a query that has one. */
  readonly writes?: WrittenTable;
  /** Whether requests may expand references to its records. */
  readonly isFollowed: boolean;
  /** What the feed of changes holds about a collection that is not served. */
  readonly feed?: FeedContent;
  /** The fields that requests may name and see besides the id, if not all of them. */
  readonly shown?: ReadonlySet<string>;
  /** Whether each write adds a revision, as in fully audited collections except for a few of the server's own. */
  readonly keepsHistory: boolean;
  /** What becomes of records that somebody made through the account of another; undefined where they do nothing by themselves. */
  readonly leftBehind?: LeftBehind;
  readonly samples: readonly Readonly<Record<string, unknown>>[];
  /** Its own, then those that plug-ins have for it. */
  readonly hooks: HookChains | undefined;
  /** The hooks of its drafts; published records change only by publishing. */
  readonly draftHooks?: HookChains;
  readonly presentation: Presentation;
}

/** What the feed of changes holds of one of the server's own collections, for webhooks. */
export interface FeedContent {
  /** The fields whose changes it holds; secret ones and marks of use are not among them. */
  readonly fields: readonly string[];
  /** The columns whose values the feed keeps: ids and flags, nothing personal. */
  readonly kept: readonly string[];
}

/** The columns of localised fields, by field and language. In the default language it is the field itself. */
export type Localised = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A collection that has routes. */
export interface ServedDefinition extends Definition {
  readonly path: string;
  readonly access: NonNullable<Definition['access']>;
}

/** Uses that are closed unless they are declared. */
const closed = {
  history: superAdministrator,
  trash: superAdministrator,
  restore: superAdministrator,
  purge: superAdministrator,
  drafts: superAdministrator,
  publish: superAdministrator,
};

/**
 * Describes a collection. Its table, API, permissions and history follow from the result.
 * Throws with the collection's name and the reason if the description is invalid.
 */
export function defineCollection<
  const F extends Fields,
  const A extends AuditForm,
  const R extends AccessSource,
  const P extends `/${string}` | undefined = undefined,
>(source: Source<F, A, R> & Served<P>): Definition<F, A> {
  return completeCollection(source as CheckedSource<F, A>); // the same, without what only the compiler checks
}

/** Checks and completes the description of a collection. */
export function completeCollection<F extends Fields, A extends AuditForm>(
  source: CheckedSource<F, A>,
): Definition<F, A> {
  requireSoundSource(source);
  const groups = source.unique ?? [];
  const unique = [...single(source.fields, 'unique'), ...groups.map(fieldsOf)];
  const parts = partsOfFields(keptApart(source.fields, unique), source.audit);
  const order = handOrderOf(source.fields);
  const tree = treeOf(source.fields);
  const indexes = indexesOf(source, order);
  requireSoundIndexes(source.name, { unique, others: indexes }, parts.columns);
  const keyed = keyIndexes({ unique, indexes, sortKeys: parts.sortKeys });
  requireSoundIndexes(source.name, { unique: [], others: keyed }, storedColumns(parts));
  const access =
    source.access &&
    mapValues({ ...closed, ...source.access }, (rule, action) => completeRule(rule, action, source));
  const [readRules, writeRules] = [fieldRules(source, 'read'), fieldRules(source, 'write')];
  requireSoundPermissions(source.name, [
    ...Object.values(access ?? {}),
    ...readRules.values(),
    ...writeRules.values(),
  ]);
  const hooks = chained(undefined, source.hooks as AnyHooks | undefined);
  return {
    name: source.name,
    renamedFrom: [source.renamedFrom ?? []].flat(),
    label: source.label,
    path: source.path,
    audit: source.audit,
    ...parts,
    localised: new Map(),
    unique,
    nullsEqual: new Set(groups.filter(countsNulls).map(fieldsOf)),
    indexes,
    search: levelsOf(source.search),
    conflicts: source.conflicts ?? {},
    access,
    readRules,
    writeRules,
    codes: source.codes ?? { created: 1, updated: 2, deleted: 3 },
    hooks: source.drafts ? undefined : hooks,
    ...(source.drafts && hooks && { draftHooks: hooks }),
    ...(source.drafts && { hasDrafts: true }),
    ...(source.reviewed && { isReviewed: true }),
    ...(order && { order, filled: new Set([order.field]) }),
    ...(tree !== undefined && { tree }),
    keepsHistory: source.audit === 'full',
    isFollowed: source.isFollowed !== undefined || source.access !== undefined,
    ...(Array.isArray(source.isFollowed) && { shown: new Set(source.isFollowed) }),
    presentation: presentationOf(source),
    ways: source.waysBack ?? {},
    samples: (source.samples ?? []) as readonly Readonly<Record<string, unknown>>[],
  };
}

function indexesOf(
  { fields, indexes = [], audit, path }: CollectionSource<Fields>,
  order: HandOrder | undefined,
): (readonly string[])[] {
  return [
    ...single(fields, 'indexed'),
    ...(order ? [indexOfOrder(order)] : []),
    ...indexes,
    ...(audit === 'full' && path ? [['delete_time']] : []),
  ];
}

/** A rule whose permission belongs to its collection. */
export function completeRule(
  rule: CollectionRule,
  action: string,
  collection: { name: string; label: Text },
): AccessRule {
  if (rule.level === 'any')
    return { ...rule, rules: rule.rules.map((one) => completeRule(one, action, collection)) };
  if (rule.level !== 'permission') return rule;
  const { name, key = action, ...rest } = rule;
  return { ...rest, permission: { key: `${collection.name}.${key}`, name, module: collection.label } };
}

function fieldRules(
  source: { readonly name: string; readonly label: Text; readonly fields: Fields },
  use: 'read' | 'write',
): ReadonlyMap<string, AccessRule> {
  const rules = Object.entries(source.fields).flatMap(([name, field]) => {
    const rule = field[use];
    return rule ? [[name, completeRule(rule, `${name}.${use}`, source)] as const] : [];
  });
  return new Map(rules);
}

/** The fields, those of unique groups with what unites values that people take for the same. */
function keptApart<F extends Fields>(fields: F, unique: readonly (readonly string[])[]): F {
  const apart = new Set(unique.flat());
  const entries = Object.entries(fields).map(([name, field]) => {
    const { distinct, initial } = field;
    if (!distinct || !apart.has(name)) return [name, field];
    return [
      name,
      { ...field, ...distinct, isDistinct: true, initial: initial === null ? null : distinct.clean(initial) },
    ];
  });
  return Object.fromEntries(entries) as F;
}

function single(fields: Fields, option: 'unique' | 'indexed'): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => (field[option] ? [[name]] : []));
}

function mapValues<K extends string, V, W>(
  object: Readonly<Record<K, V>>,
  map: (value: V, key: K) => W,
): Record<K, W> {
  const entries = Object.entries(object) as [K, V][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<K, W>;
}
