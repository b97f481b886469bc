import { missingInSettings, type NamingSettings } from '../access/accounts/named-groups.ts';
import { missingGroups, permissionIds } from '../access/accounts/seed-access.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import type { DataMigration } from '../definitions/project/define-migration.ts';
import { CannotStart } from '../errors.ts';
import { requireKey } from '../features/transfer/batch.ts';
import type { Reads } from '../records/rows/reads.ts';
import { requireSoundCondition } from '../records/rows/sound-rules.ts';
import { suggestion } from '../shared/nearest-word.ts';
import { inFile } from './in-file.ts';
import type { Project } from './project.ts';

/** Throws CannotStart, naming the file, if fixtures or migrations name records, keys or fields that are not there. */
export async function requireKnownNames(
  catalogue: Catalogue,
  { fixtures, migrations }: Project,
): Promise<void> {
  for (const { defined, file } of fixtures) await inFile(file, () => requireFixture(catalogue, defined));
  for (const { defined, file } of migrations) await inFile(file, () => requireMigration(catalogue, defined));
}

/** Throws CannotStart, naming the file, if a group of the project holds a permission that does not exist. */
export async function requireKnownPermissions(reads: Reads, { access }: Project): Promise<void> {
  for (const { defined, file } of access)
    if ('permissions' in defined) await inFile(file, () => permissionIds(reads, defined));
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

function requireFixture({ served }: Catalogue, fixture: Fixture): void {
  const definition = recordNamed(served, fixture.record);
  const odd = fieldsIn(fixture).find((name) => !Object.hasOwn(definition.fields, name));
  if (odd !== undefined)
    throw new CannotStart(unknown(`record '${definition.name}' has no field`, odd, definition.fields));
  requireKey(definition, fixture.key);
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
  const known = Object.fromEntries(served.map((one) => [one.name, one]));
  throw new CannotStart(unknown('there is no record', name, known));
}

function fieldsIn({ key, rows }: Fixture): string[] {
  return [...new Set([key, ...rows.flatMap(Object.keys)])].filter((name) => name !== 'id');
}

function unknown(what: string, name: string, known: object): string {
  const names = Object.keys(known);
  return `${what} '${name}'${suggestion(name, names)} (allowed: ${names.join(', ')})`;
}
