import type { Actor } from '../../access/actor.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { type Rights, type Use, usesOf } from '../../records/rights.ts';
import { draftSuffix } from './names.ts';

/** A collection, or its drafts, as one caller may use it. */
export interface SeenCollection {
  readonly definition: Definition;
  /** Its name in the schema, such as `article` or `article_draft`. */
  readonly name: string;
  /** What the caller may do with some of its records, or with all. */
  readonly uses: ReadonlySet<Use>;
  readonly readsAll: boolean;
  /** The fields that the caller may read in some records at least, and those that they may write. */
  readonly shown: ReadonlySet<string>;
  /** The readable fields by which records are followed and measured: those of all records. */
  readonly open: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
}

/** Everything that one caller sees, by the names of definitions. Callers of the same sight have the same schema. */
export type Sight = ReadonlyMap<string, SeenCollection>;

/** Asks the same rights that queries and writes ask. */
export function sightOf(catalogue: Catalogue, rights: Rights): Sight {
  const all = [
    ...catalogue.served,
    ...catalogue.drafts,
    ...catalogue.all.filter(({ path, isFollowed }) => path === undefined && isFollowed),
  ];
  const seen = all.map((definition) => seenOf(definition, rights));
  return new Map(seen.filter(({ uses }) => uses.size > 0).map((one) => [one.definition.name, one]));
}

function seenOf(definition: Definition, rights: Rights): SeenCollection {
  const { name, draftOf, fields } = definition;
  const names = Object.keys(fields).filter((field) => fields[field]?.translates === undefined);
  return {
    definition,
    name: draftOf === undefined ? name : `${draftOf}${draftSuffix}`,
    uses: new Set(usesOf(definition).filter((use) => rights.records(definition, use) !== 'none')),
    readsAll: rights.records(definition, 'read') === 'all',
    shown: new Set(
      names.filter((field) => !fields[field]?.secret && rights.shownIn(definition, field) !== 'none'),
    ),
    open: new Set(names.filter((field) => rights.shows(definition, field))),
    changed: new Set(
      names.filter(
        (field) => !definition.filled?.has(field) && rights.changedIn(definition, field) !== 'none',
      ),
    ),
  };
}

/** Everything that a schema depends on, beside the definitions themselves. */
export function factsOf(sight: Sight, actor: Actor): unknown[] {
  const seen = [...sight].map(([name, { uses, readsAll, shown, open, changed }]) => [
    ...[name, readsAll],
    ...[[...uses], [...shown], [...open], [...changed]],
  ]);
  return [actor.id !== 0n, seen];
}
