import type { AccessRule, Permission } from './access-rule.ts';
import type { Definition } from './define-record.ts';

/** All definitions of a server by name, with the questions that need more than one of them. */
export interface Catalogue {
  readonly all: readonly Definition[];
  get(name: string): Definition;
  /** The fields, of any record, that hold ids of this one. */
  referencesTo(name: string): readonly { readonly definition: Definition; readonly field: string }[];
}

/** Throws where two definitions share a name or a path, or a reference points at nothing. */
export function makeCatalogue(all: readonly Definition[]): Catalogue {
  const byName = new Map(all.map((definition) => [definition.name, definition]));
  const incoming = Map.groupBy(all.flatMap(referencesOf), ({ target }) => target);
  refuseShared(
    'name',
    all.map(({ name }) => name),
  );
  refuseShared(
    'path',
    all.flatMap(({ path }) => path ?? []),
  );
  for (const target of incoming.keys()) {
    if (!byName.has(target)) throw new Error(`record '${target}' is referred to but not defined`);
  }
  return {
    all,
    get(name) {
      const definition = byName.get(name);
      if (!definition) throw new Error(`record '${name}' is not defined`);
      return definition;
    },
    referencesTo: (name) => incoming.get(name) ?? [],
  };
}

/** Definitions in an order in which each comes after those that it refers to; where they refer to each other in a ring, in theirs. */
export function inOrderOfReference(all: readonly Definition[]): Definition[] {
  const ordered = new Set<Definition>();
  const begun = new Set<Definition>();
  const add = (definition: Definition) => {
    if (begun.has(definition)) return;
    begun.add(definition);
    const targets = new Set(referencesOf(definition).map(({ target }) => target));
    for (const other of all) if (targets.has(other.name)) add(other);
    ordered.add(definition);
  };
  for (const definition of all) add(definition);
  return [...ordered];
}

/** The permissions that access rules name. */
export function permissionsOf(rules: Iterable<AccessRule>): Permission[] {
  return [...rules].flatMap((rule) => (rule.level === 'permission' ? rule.permission : []));
}

function referencesOf(definition: Definition) {
  return Object.entries(definition.fields).flatMap(([field, { target }]) =>
    target ? { definition, field, target } : [],
  );
}

function refuseShared(what: string, values: readonly string[]): void {
  const shared = values.find((value, index) => values.indexOf(value) !== index);
  if (shared) throw new Error(`two records share the ${what} '${shared}'`);
}
