import { aFunction, anObject, needed } from '../checks/option-checks.ts';
import type { OptionTable } from '../checks/options.ts';
import type { RecordName } from '../types/records-api.ts';
import type { SoundKeys } from '../types/sound-keys.ts';
import { markDefined, requireSound } from './defined.ts';

/** The row of a statement. */
export interface StatedRow {
  /** Who created the row; the server if left out. */
  readonly owner?: Asserter;
  /** Values of the row, beside those of the test. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** A field of the row: whether it is shown. */
  readonly field?: string;
}

/** One statement: a person can do something, or never can. */
export interface Statement {
  readonly person: string;
  readonly isAllowed: boolean;
  readonly verb: 'sees' | 'creates' | 'changes' | 'deletes' | 'calls';
  /** The record's name, or method and path of a route. */
  readonly subject: string;
  readonly row: StatedRow;
}

interface Verbs {
  sees(record: RecordName, row?: StatedRow): Statement;
  creates(record: RecordName, row?: Omit<StatedRow, 'owner' | 'field'>): Statement;
  changes(record: RecordName, row?: Omit<StatedRow, 'field'>): Statement;
  deletes(record: RecordName, row?: Omit<StatedRow, 'field'>): Statement;
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
  /** Values of the created rows, by record. Missing required values are made up. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly statements: (people: Readonly<Record<string, Asserter>>) => readonly Statement[];
}

const ACCESS_TEST: OptionTable<AccessTest> = {
  owner: 'an access test',
  checks: { people: needed(anObject), values: anObject, statements: needed(aFunction) },
};

/** Statements for `quire access test`; beside the named people there are `nobody` and `root`. */
export function defineAccessTest<const People extends AccessTest['people']>(source: {
  readonly values?: { readonly [N in RecordName]?: Readonly<Record<string, unknown>> };
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

function verbsOf(person: string, isAllowed: boolean): Verbs {
  const state =
    (verb: Statement['verb']) =>
    (subject: string, row: StatedRow = {}): Statement => ({ person, isAllowed, verb, subject, row });
  return {
    sees: state('sees'),
    creates: state('creates'),
    changes: state('changes'),
    deletes: state('deletes'),
    calls: state('calls'),
  };
}
