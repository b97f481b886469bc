import { suggestion } from '../../shared/text/words.ts';
import { flag, name, needed, records } from '../checks/option-checks.ts';
import { type OptionCheck, type OptionTable, shown } from '../checks/options.ts';
import type { CollectionName, InputFor, UniqueOf } from '../types/collections-api.ts';
import { markDefined, requireSound } from './defined.ts';

/** Records that a project defines. */
export interface Fixture {
  /** The name of their collection. */
  readonly collection: string;
  /** The unique field by which a record is found again. */
  readonly key: string;
  /** Resets records to these values at each `quire seed`. Otherwise each record is created once and then left alone. */
  readonly inStep?: true;
  /** The keys of records that stay drafts. The others are published, in a collection with drafts. */
  readonly drafts?: readonly unknown[];
  /** Values by field, as a client sends them; a reference may name its record: `genre: { slug: 'drama' }`, and a file field a file below `fixtures/`: `{ file: 'pictures/loaf.webp' }`. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

const aList: OptionCheck = { allowed: 'a list of keys of its records', accepts: Array.isArray };

const FIXTURE: OptionTable<Fixture> = {
  owner: 'a fixture',
  checks: {
    collection: needed(name),
    key: needed(name),
    inStep: flag,
    drafts: aList,
    records: needed(records),
  },
  contradiction: ({ key, drafts = [], records: given }) => {
    const keys = given.map((record) => record[key]);
    const strange = drafts.find((one) => !keys.includes(one));
    if (strange !== undefined) return `'drafts' names ${shown(strange)}, which is the ${key} of no record`;
    const nameless = keys.findIndex((value) => value === undefined || value === null);
    if (nameless >= 0) {
      const meant = suggestion(key, Object.keys(given[nameless] ?? {}));
      return `record ${nameless + 1} lacks '${key}', by which it would be found again${meant}`;
    }
    const repeated = keys.find((value, index) => keys.indexOf(value) < index);
    return repeated === undefined ? undefined : `two records have the ${key} ${shown(repeated)}`;
  },
};

/** Records of a collection that the compiler knows. A reference may name its record, and other values are read as a client's. */
interface FixtureOf<N extends CollectionName> extends Omit<Fixture, 'collection' | 'key' | 'records'> {
  readonly collection: N;
  readonly key: Extract<keyof InputFor<N>, UniqueOf<N>>;
  readonly records: readonly { readonly [F in keyof InputFor<N>]: Written<InputFor<N>[F]> }[];
}

/** Of choices, the words are known. */
type Written<V> = V extends string ? (string extends V ? unknown : V) : V extends undefined ? never : unknown;

/** Describes records for `quire seed`: `defineFixture({ collection: 'genre', key: 'slug', records: [{ slug: 'drama', name: 'Drama' }] })`. */
export function defineFixture<const N extends CollectionName>(given: FixtureOf<N>): Fixture {
  const source: Fixture = given;
  requireSound(source?.collection ? `fixture of '${source.collection}'` : 'fixture', FIXTURE, source);
  return markDefined('defineFixture', { ...source });
}
