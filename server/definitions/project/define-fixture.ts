import { CannotStart } from '../../errors.ts';
import { flag, name, needed, rows } from '../checks/option-checks.ts';
import { type OptionTable, problemsOfOptions, shown } from '../checks/options.ts';
import { markDefined } from './defined.ts';

/** Rows that a project brings along. */
export interface Fixture {
  /** The name of their record. */
  readonly record: string;
  /** The unique field by which a row is found again. */
  readonly key: string;
  /** Changes rows back to what is written here at each `quire seed`. Without it each row is made once, and then left to people. */
  readonly inStep?: true;
  /** Values by field, as a client sends them; a reference may name its row: `genre: { slug: 'drama' }`. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const FIXTURE: OptionTable<Fixture> = {
  owner: 'a fixture',
  checks: { record: needed(name), key: needed(name), inStep: flag, rows: needed(rows) },
  contradiction: ({ key, rows: given }) => {
    const keys = given.map((row) => row[key]);
    const nameless = keys.findIndex((value) => value === undefined || value === null);
    if (nameless >= 0) return `row ${nameless + 1} lacks '${key}', by which it would be found again`;
    const repeated = keys.find((value, index) => keys.indexOf(value) < index);
    return repeated === undefined ? undefined : `two rows have the ${key} ${shown(repeated)}`;
  },
};

/** Describes rows for `quire seed`: `defineFixture({ record: 'genre', key: 'slug', rows: [{ slug: 'drama', name: 'Drama' }] })`. */
export function defineFixture(source: Fixture): Fixture {
  const problems = problemsOfOptions(FIXTURE, source);
  if (problems.length > 0) throw new CannotStart(`fixture of '${source?.record}': ${problems.join('\n')}`);
  return markDefined('defineFixture', { ...source });
}
