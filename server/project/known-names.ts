import { missingInSettings, type NamingSettings } from '../access/accounts/named-groups.ts';
import { missingGroups, ownGroup, permissionIds } from '../access/accounts/seed-access.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import { shown } from '../definitions/checks/options.ts';
import type { Definition } from '../definitions/define-record.ts';
import { Problem } from '../definitions/problem.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import type { DataMigration } from '../definitions/project/define-migration.ts';
import { CannotStart } from '../errors.ts';
import { requireKey } from '../features/transfer/batch.ts';
import { inEachColumn } from '../features/transfer/source/in-each-column.ts';
import { namesIn, targetKeys } from '../features/transfer/source/named-targets.ts';
import type { SourceRow } from '../features/transfer/source/source-row.ts';
import { render, type Text } from '../messages/message.ts';
import type { Reads } from '../records/rows/reads.ts';
import { requireSoundCondition } from '../records/rows/sound-rules.ts';
import { allInTurn } from '../shared/all-in-turn.ts';
import { suggestion } from '../shared/text/words.ts';
import { inFile } from './in-file.ts';
import type { Project } from './project.ts';

/** Throws CannotStart, naming the file, if fixtures or migrations name records, keys or fields that are not there. */
export async function requireKnownNames(
  catalogue: Catalogue,
  { fixtures, migrations }: Project,
): Promise<void> {
  await allInTurn([
    ...fixtures.map(
      ({ defined, file }) =>
        () =>
          inFile(file, () => requireFixture(catalogue, defined)),
    ),
    ...migrations.map(
      ({ defined, file }) =>
        () =>
          inFile(file, () => requireMigration(catalogue, defined)),
    ),
  ]);
}

/** Throws CannotStart, naming the file, if a group of the project has a name or a permission that it cannot have. */
export async function requireKnownPermissions(reads: Reads, { access }: Project): Promise<void> {
  await allInTurn(
    access.map(({ defined, file }) => async () => {
      if (!('permissions' in defined)) return;
      await inFile(file, () => ownGroup(reads, defined));
      await inFile(file, () => permissionIds(reads, defined));
    }),
  );
}

/**
 * Names of groups in service users and settings that do not exist, as sentences. Administrators create and rename groups, so
 * this does not stop a start, only `quire seed`.
 */
export async function unknownGroups(
  reads: Reads,
  { access }: Project,
  settings: NamingSettings,
): Promise<string[]> {
  const made = access.flatMap(({ defined }) => ('permissions' in defined ? defined.name : []));
  const notices = await missingInSettings(reads, settings, made);
  for (const { defined, file } of access) {
    if ('permissions' in defined) continue;
    for (const name of await missingGroups(reads, defined, made))
      notices.push(
        `${file}: service user '${defined.username}': group '${name}' does not exist${suggestion(name, made)}`,
      );
  }
  return notices;
}

function requireFixture(catalogue: Catalogue, fixture: Fixture): void {
  const definition = recordNamed(catalogue.served, fixture.record);
  const odd = fieldsIn(fixture).find((name) => !Object.hasOwn(definition.fields, name));
  if (odd !== undefined)
    throw new CannotStart(
      unknown(`record '${definition.name}' has no field`, odd, Object.keys(definition.fields)),
    );
  requireKey(definition, fixture.key);
  requireValues(catalogue, definition, fixture);
  for (const { field, path } of catalogue.referencesOf(definition.name)) {
    if (path !== undefined) continue;
    const keys = targetKeys(catalogue, definition, field);
    const names = fixture.rows.flatMap((row) => namesIn(row[field]));
    const other = names.find(({ key }) => !keys.includes(key));
    const what = `field '${field}' of '${definition.name}' names a row by`;
    if (other) throw new CannotStart(unknown(what, other.key, [...keys, 'an id']));
  }
}

/** Refuses values that no seed could write. Those that refer to rows are checked when these are known. */
function requireValues(catalogue: Catalogue, definition: Definition, { rows }: Fixture): void {
  const referring = new Set(catalogue.referencesOf(definition.name).map(({ field }) => field));
  const sent = rows.map((values, index): SourceRow => ({ line: index + 1, size: 0, values }));
  for (const { line, values, problems } of sent.map(inEachColumn(definition))) {
    const refuse = (name: string, why: Text) =>
      new CannotStart(
        `row ${line}, field '${name}' ${render(why, 'en')}, not ${shown(rows[line - 1]?.[name])}`,
      );
    for (const [name, problem] of Object.entries(problems ?? {})) throw refuse(name, problem);
    for (const [name, value] of Object.entries(values)) {
      const field = referring.has(name) || value === null ? undefined : definition.fields[name];
      const cleaned = field?.clean(value);
      if (cleaned instanceof Problem) throw refuse(name, cleaned.text);
    }
  }
}

function requireMigration(catalogue: Catalogue, migration: DataMigration): void {
  if ('run' in migration) return;
  const { name, record, where } = migration;
  const definition = recordNamed(catalogue.served, record);
  if (where) requireSoundCondition(catalogue, definition, where, `migration '${name}'`);
}

function recordNamed(served: readonly Definition[], name: string): Definition {
  const found = served.find((one) => one.name === name);
  if (found) return found;
  const names = served.map((one) => one.name);
  throw new CannotStart(unknown('there is no record', name, names));
}

function fieldsIn({ key, rows }: Fixture): string[] {
  return [...new Set([key, ...rows.flatMap(Object.keys)])].filter((name) => name !== 'id');
}

function unknown(what: string, name: string, names: readonly string[]): string {
  return `${what} '${name}'${suggestion(name, names)} (allowed: ${names.join(', ')})`;
}
