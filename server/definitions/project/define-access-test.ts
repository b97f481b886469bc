import { aFunction, anObject, needed } from '../checks/option-checks.ts';
import type { OptionTable } from '../checks/options.ts';
import type {
  CollectionName,
  CollectionTypes,
  InputFor,
  ReferencesOf,
  StoredRecordOf,
} from '../types/collections-api.ts';
import type { SoundKeys } from '../types/sound-keys.ts';
import { markDefined, requireSound } from './defined.ts';

/** A value of a reference: an id, a person, or values of a record that is made for it. */
type StatedTarget<Target> = Target extends 'user' | 'quire_user' ? Asserter : StatedValues<Target>;

/** A stated value; references with a list of ids take a list. */
type Stated<Value, Target> =
  | Value
  | ([Target] extends [never]
      ? never
      : NonNullable<Value> extends readonly unknown[]
        ? readonly (bigint | StatedTarget<Target>)[]
        : StatedTarget<Target>);

/** The collection that a field of `N` refers to, if it does. */
type TargetOf<N, F> = F extends keyof ReferencesOf<N> ? ReferencesOf<N>[F] : never;

/** Values of a record that a test makes: any of its fields. */
type StatedValues<N> = N extends keyof CollectionTypes
  ? { readonly [F in keyof InputFor<N>]?: Stated<InputFor<N>[F], TargetOf<N, F>> }
  : Readonly<Record<string, unknown>>;

/** The record of a statement. */
export interface StatedRecord<N = unknown> {
  /** Who created the record; the server if left out. */
  readonly owner?: Asserter;
  /**
   * Values of the record, beside those of the test. A reference takes a person, `{ driver: member }`, or values of the record that
   * it refers to, `{ tour: { driver: member } }`.
   */
  readonly values?: StatedValues<N>;
  /** A field of the record: whether it is shown. */
  readonly field?: keyof StoredRecordOf<N> & string;
}

/** One statement: a person can do something, or never can. */
export interface Statement {
  readonly person: string;
  readonly isAllowed: boolean;
  readonly verb: 'sees' | 'creates' | 'changes' | 'deletes' | 'calls';
  /** The collection's name, or method and path of a route. */
  readonly subject: string;
  readonly record: AnyRecord;
}

/** A record of a collection that is known only at run time. */
interface AnyRecord extends Pick<StatedRecord, 'owner'> {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly field?: string;
}

interface Verbs {
  sees<N extends CollectionName>(collection: N, record?: StatedRecord<N>): Statement;
  creates<N extends CollectionName>(
    collection: N,
    record?: Omit<StatedRecord<N>, 'owner' | 'field'>,
  ): Statement;
  changes<N extends CollectionName>(collection: N, record?: Omit<StatedRecord<N>, 'field'>): Statement;
  deletes<N extends CollectionName>(collection: N, record?: Omit<StatedRecord<N>, 'field'>): Statement;
  /** A route, such as `calls('GET /cms/log')`. */
  calls(request: string): Statement;
}

/** A person to make statements about: `member.sees('post')`, `member.never.sees('post')`. */
export interface Asserter extends Verbs {
  readonly name: string;
  readonly never: Verbs;
}

/** A project's statements about its access. */
export interface AccessTest {
  /** Each person's permissions by key or name; a person without any is a guest. */
  readonly people: Readonly<Record<string, readonly string[]>>;
  /** Values of the created records, by collection. Missing required values are made up. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly statements: (people: Readonly<Record<string, Asserter>>) => readonly Statement[];
}

const ACCESS_TEST: OptionTable<AccessTest> = {
  owner: 'an access test',
  checks: { people: needed(anObject), values: anObject, statements: needed(aFunction) },
};

/** Statements for `quire access test`; beside the named people there are `nobody` and `root`. */
export function defineAccessTest<const People extends AccessTest['people']>(source: {
  readonly values?: { readonly [N in CollectionName]?: StatedValues<N> };
  readonly people: People & { readonly [Name in keyof People]: SoundKeys<People[Name]> };
  readonly statements: (
    people: Readonly<Record<keyof People | 'nobody' | 'root', Asserter>>,
  ) => readonly Statement[];
}): AccessTest {
  const test = source as AccessTest; // it is called with these people
  requireSound('access test', ACCESS_TEST, test);
  return markDefined('defineAccessTest', { ...test });
}

/** The person of this name, for statements. */
export function makeAsserter(name: string): Asserter {
  return { name, ...verbsOf(name, true), never: verbsOf(name, false) };
}

/** Whether a value of a record is a person. */
export function isAsserter(value: unknown): value is Asserter {
  return typeof value === 'object' && value !== null && 'never' in value && 'sees' in value;
}

function verbsOf(person: string, isAllowed: boolean): Verbs {
  const state =
    (verb: Statement['verb']) =>
    (subject: string, record: AnyRecord = {}): Statement => ({ person, isAllowed, verb, subject, record });
  return {
    sees: state('sees'),
    creates: state('creates'),
    changes: state('changes'),
    deletes: state('deletes'),
    calls: state('calls'),
  };
}
