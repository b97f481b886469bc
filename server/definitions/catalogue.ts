import { Mistakes } from '../shared/mistakes.ts';
import { type AccessRule, type Permission, permissionsIn } from './access-rule.ts';
import { noteShared, soundDefinitions } from './checks/sound-references.ts';
import type { Definition, ServedDefinition } from './define-collection.ts';
import { draftCollection, draftName, linkCollection, USER } from './derived/index.ts';
import type { Field, OnDelete } from './field.ts';
import { FILE } from './fields/file.ts';
import { type Locales, NO_LOCALES } from './locales.ts';
import { leavesOf } from './nested/leaves.ts';
import { nestedCollection } from './nested/nested-collection.ts';
import { findWay, type Way } from './options/referred-by.ts';
import { hasTextIds, withTextReferences } from './text-ids.ts';

/** A field that holds ids of another collection's records. */
export interface Reference {
  /** The collection that has the field. */
  readonly definition: Definition;
  readonly field: string;
  /** The name of the collection that the ids refer to. */
  readonly target: string;
  readonly onDelete: OnDelete;
  /** For references inside groups and lists: the names on their way, `sections.hero.film`. */
  readonly path?: string;
  /** The field that holds the ids: the named one, or the one at the end of the path. */
  readonly leaf: Field;
  /** For fields of many ids: the link collection, with holder_id and target_id. */
  readonly link: Definition | undefined;
  /** For formatted texts: they show files, and name them by their address instead of an id. */
  readonly isMention?: true;
}

/** All definitions of a server by name, and answers that need more than one of them. */
export interface Catalogue {
  /** Everything that has a table: collections, and the link tables of their references. */
  readonly all: readonly Definition[];
  /** The collections whose records a select answers. They have no table. */
  readonly queries: readonly ServedDefinition[];
  /** The collections that have routes. */
  readonly served: readonly ServedDefinition[];
  /** The served collections that hold any number of records: all but singletons. */
  readonly listed: readonly ServedDefinition[];
  /** The languages of localised fields. */
  readonly locales: Locales;
  /** The collections that hold the drafts of served ones. */
  readonly drafts: readonly ServedDefinition[];
  /** Where the drafts of a collection are; undefined if it has none. */
  draftsOf(definition: Definition): ServedDefinition | undefined;
  /** Where the records of the served collections are written. */
  readonly written: readonly ServedDefinition[];
  /** Where writes to a collection go: to its drafts, if it has any. */
  writable<D extends Definition>(definition: D): D;
  get(name: string): Definition;
  /** The fields of this collection that hold ids of others. The target of a reference is where its records are written. */
  referencesOf(name: string): readonly Reference[];
  /** The reference of a collection that a field, or a path inside one, is. */
  referenceAt(name: string, path: string): Reference | undefined;
  /** The ways back that a collection names. Those of drafts lead where those of their collection do. */
  waysOf(name: string): Readonly<Record<string, Way>>;
  /**
   * The fields, of any collection, that refer to this one: by ids, or to files also by showing them in a text. References to a record
   * with a draft point to the draft, which exists as long as the record.
   */
  referencesTo(name: string): readonly Reference[];
  /** Whether records of this collection may name files: by ids, in texts, or as the picture of a user. */
  namesFiles(name: string): boolean;
}

/** Throws CannotStart if two definitions share a name or a path, or a reference has no target. */
export function makeCatalogue(given: readonly Definition[], locales: Locales = NO_LOCALES): Catalogue {
  const mistakes = new Mistakes();
  const sound = soundDefinitions(given, mistakes);
  mistakes.throwIfAny();
  return catalogueOf(sound, locales);
}

/** A catalogue of sound definitions. Throws CannotStart if one has the name of a table that another one needs. */
export function catalogueOf(given: readonly Definition[], locales: Locales): Catalogue {
  const answered = given.filter(isQuery).filter(isServed);
  const textIds = new Map(answered.filter(hasTextIds).map(({ name, columns }) => [name, columns.id]));
  const queries = answered.map((one) => withTextReferences(one, (name) => textIds.get(name)));
  const defined = withClosedUsers(given.filter((one) => !isQuery(one)));
  const drafted = new Set(defined.flatMap(({ name, hasDrafts }) => (hasDrafts ? name : [])));
  const drafts = new Map(
    defined.filter(isServed).flatMap((definition) => {
      if (!definition.hasDrafts) return [];
      return [[definition.name, draftCollection(definition, (name) => drafted.has(name))] as const];
    }),
  );
  const collections = [...defined, ...drafts.values()];
  const writtenAt = (name: string) => (drafted.has(name) ? draftName(name) : name);
  const references = collections.flatMap((definition) => readReferences(definition, writtenAt));
  const nested = collections.flatMap((collection) => nestedCollection(collection) ?? []);
  const all = [...collections, ...references.flatMap(({ link }) => link ?? []), ...nested];
  const byName = new Map([...all, ...queries].map((definition) => [definition.name, definition]));
  const ofQueries = queries.flatMap((definition) => readReferences(definition, writtenAt));
  const outgoing = Map.groupBy([...references, ...ofQueries], ({ definition }) => definition.name);
  const incoming = Map.groupBy([...references, ...collections.flatMap(readMentions)], ({ target }) => target);
  const naming = new Set([USER, ...(incoming.get(FILE) ?? []).map(({ definition }) => definition.name)]);
  const mistakes = new Mistakes();
  noteShared('name', [...all, ...queries], mistakes);
  mistakes.throwIfAny();
  const ways = new Map(defined.map((one) => [one.name, readWays(one, byName)]));
  const stored = defined.filter(isServed);
  const served = [...stored, ...queries];
  return {
    all,
    queries,
    served,
    locales,
    listed: served.filter(({ isSingleton }) => !isSingleton),
    drafts: [...drafts.values()],
    written: stored.map((definition) => drafts.get(definition.name) ?? definition),
    draftsOf: ({ name }) => drafts.get(name),
    writable: <D extends Definition>(definition: D) => (drafts.get(definition.name) ?? definition) as D, // it has the same fields
    get(name) {
      const definition = byName.get(name);
      if (!definition) throw new Error(`collection '${name}' is not defined`);
      return definition;
    },
    referencesOf: (name) => outgoing.get(name) ?? [],
    referenceAt: (name, at) => outgoing.get(name)?.find(({ field, path = field }) => path === at),
    referencesTo: (name) => incoming.get(name) ?? [],
    namesFiles: (name) => naming.has(name),
    waysOf: (name) => ways.get(byName.get(name)?.draftOf ?? name) ?? {},
  };
}

/** A collection and, if it holds drafts, before it the published collection. */
export function versionsOf(catalogue: Pick<Catalogue, 'get'>, definition: Definition): readonly Definition[] {
  return definition.draftOf === undefined ? [definition] : [catalogue.get(definition.draftOf), definition];
}

/** Sorts definitions so that each follows those it refers to. Definitions that refer to each other keep their order. */
export function inOrderOfReference(all: readonly Definition[]): Definition[] {
  const ordered = new Set<Definition>();
  const begun = new Set<Definition>();
  const add = (definition: Definition) => {
    if (begun.has(definition)) return;
    begun.add(definition);
    const leaves = Object.entries(definition.fields).flatMap(([name, field]) => leavesOf(name, field));
    const targets = new Set(leaves.map(({ field }) => field.target));
    for (const other of all) if (targets.has(other.name)) add(other);
    ordered.add(definition);
  };
  for (const definition of all) add(definition);
  return [...ordered];
}

/** The rules of fields of served collections. */
export function fieldRulesOf({ served }: Catalogue): AccessRule[] {
  return served.flatMap(({ readRules, writeRules }) => [...readRules.values(), ...writeRules.values()]);
}

/** The permissions that access rules name. */
export function permissionsOf(rules: Iterable<AccessRule>): Permission[] {
  return [...rules].flatMap(permissionsIn);
}

/** What everybody sees of users is shown only where a field was declared to show it. */
function withClosedUsers(given: readonly Definition[]): readonly Definition[] {
  const isShown = given.some(({ fields }) =>
    Object.entries(fields).some(([name, field]) =>
      leavesOf(name, field).some((leaf) => leaf.field.showsUsers),
    ),
  );
  if (isShown) return given;
  return given.map((one) => (one.name === USER ? { ...one, isFollowed: false } : one));
}

function isQuery({ sql }: Definition): boolean {
  return sql !== undefined;
}

function isServed(definition: Definition): definition is ServedDefinition {
  return definition.path !== undefined && definition.access !== undefined;
}

function readWays(
  definition: Definition,
  byName: ReadonlyMap<string, Definition>,
): Readonly<Record<string, Way>> {
  const ways = Object.entries(definition.ways).map(([name, back]) => {
    const way = findWay(back, definition.name, byName);
    if (typeof way === 'string') throw new Error(`'${definition.name}.${name}' ${way}`);
    return [name, way] as const;
  });
  return Object.fromEntries(ways);
}

function readReferences(definition: Definition, writtenAt: (collection: string) => string): Reference[] {
  return Object.entries(definition.fields).flatMap(([field, kind]) =>
    leavesOf(field, kind).flatMap(({ path, field: leaf }) => {
      const { target, onDelete = 'refuse', column } = leaf;
      if (target === undefined) return [];
      const isInside = kind.nested !== undefined;
      const link = column.type === 'ids' && !isInside ? linkCollection(definition, field, target) : undefined;
      return [
        { definition, field, leaf, target: writtenAt(target), onDelete, link, ...(isInside && { path }) },
      ];
    }),
  );
}

function readMentions(definition: Definition): Reference[] {
  return Object.entries(definition.fields).flatMap(([field, kind]): Reference[] =>
    leavesOf(field, kind).some((leaf) => leaf.field.kind === 'rich-text')
      ? [
          {
            definition,
            field,
            leaf: kind,
            target: FILE,
            onDelete: 'refuse',
            link: undefined,
            isMention: true,
          },
        ]
      : [],
  );
}
