import type { Actor } from '../../access/actor.ts';
import type { Definition, WhichRecords } from '../../definitions/for-server.ts';
import { type Rights, type Use, usesOf } from '../../records/rights.ts';

/** With which records: all, those that the caller created, or those that meet a condition. */
export type Extent = true | 'own' | 'some';

/** What a caller may do with a collection, as plain data: the same data has the same description. */
export interface Allowed {
  readonly isSignedIn: boolean;
  /** A use that is refused is absent. */
  readonly uses: Readonly<Partial<Record<Use, Extent>>>;
  /** The fields that are shown, and those that may be changed, in some records at least. */
  readonly shown: readonly string[];
  readonly changeable: readonly string[];
  /** The shown fields that no record is titled, found or followed by, because some records hide them. */
  readonly inSome: readonly string[];
}

/** Asks the same rights that queries and writes ask. */
export function allowedOf(definition: Definition, actor: Actor, rights: Rights): Allowed {
  const uses = usesOf(definition).flatMap((use) => {
    const extent = extentOf(rights.records(definition, use), actor);
    return extent === undefined ? [] : [[use, extent] as const];
  });
  const names = Object.keys(definition.fields);
  return {
    isSignedIn: actor.id !== 0n,
    uses: Object.fromEntries(uses),
    shown: names.filter(
      (name) => !definition.fields[name]?.secret && rights.shownIn(definition, name) !== 'none',
    ),
    inSome: names.filter((name) => typeof rights.shownIn(definition, name) === 'object'),
    changeable: names.filter((name) => !definition.shown && rights.changedIn(definition, name) !== 'none'),
  };
}

/** Whether the caller has any use of a collection. */
export function isVisible({ uses }: Allowed): boolean {
  return Object.keys(uses).length > 0;
}

function extentOf(records: WhichRecords, actor: Actor): Extent | undefined {
  if (typeof records === 'string') return records === 'all' ? true : undefined;
  const [[name, value] = [], ...others] = Object.entries(records);
  return name === 'create_user_id' && value === actor.id && others.length === 0 ? 'own' : 'some';
}
