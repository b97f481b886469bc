import { missingGroups, missingInSettings, ownGroup } from '../access/index.ts';
import {
  type Catalogue,
  type Definition,
  FILE,
  type Fixture,
  Problem,
  type RecordMigration,
  shown,
} from '../definitions/for-server.ts';
import { CannotStart } from '../errors.ts';
import { groupsInSettings } from '../groups-in-settings.ts';
import { render, type Text } from '../messages/message.ts';
import {
  cleanValue,
  inEachColumn,
  namesIn,
  type Reads,
  requireKey,
  requireSoundCondition,
  type SourceRecord,
  targetKeys,
} from '../records/index.ts';
import type { Settings } from '../settings/values.ts';
import { type Mistakes, suggestion, withoutMistakes } from '../shared/index.ts';
import { inFile } from './in-file.ts';
import type { Project } from './project.ts';
import { requireFiles } from './seed-files.ts';

/** Notes, naming the file, where fixtures and migrations name collections, keys or fields that are not there. */
export async function checkNames(
  catalogue: Catalogue,
  { root, fixtures, migrations }: Project,
  mistakes: Mistakes,
): Promise<void> {
  const isKnown = (collection: string) =>
    catalogue.served.some(({ name }) => name === collection) || !mistakes.hasLeftOut(collection);
  for (const { defined, file } of fixtures)
    if (isKnown(defined.collection))
      await mistakes.attempt(() =>
        inFile(file, async () => {
          requireFixture(catalogue, defined);
          await requireFiles(root, catalogue, defined);
        }),
      );
  for (const { defined, file } of migrations)
    if ('collection' in defined && isKnown(defined.collection))
      await mistakes.attempt(() => inFile(file, () => requireMigration(catalogue, defined)));
}

/** Throws CannotStart, naming the file, if a group of the project has the name of one of the server's. */
export async function requireOwnGroups(reads: Reads, { access }: Project): Promise<void> {
  await withoutMistakes(async (mistakes) => {
    for (const { defined, file } of access)
      if ('permissions' in defined)
        await mistakes.attempt(() => inFile(file, () => ownGroup(reads, defined)));
  });
}

/**
 * Names of groups in service users and settings that do not exist, as sentences. Administrators create and rename groups, so
 * this does not stop a start, only `quire seed`.
 */
export async function unknownGroups(
  reads: Reads,
  { access }: Project,
  settings: Settings,
): Promise<string[]> {
  const made = access.flatMap(({ defined }) => ('permissions' in defined ? defined.name : []));
  const notices = await missingInSettings(reads, groupsInSettings(settings), made);
  for (const { defined, file } of access) {
    if ('permissions' in defined) continue;
    for (const name of await missingGroups(reads, defined, made))
      notices.push(
        `${file}: service user '${defined.username}': group '${name}' does not exist${suggestion(name, made)}`,
      );
  }
  return notices;
}

/** The served collections whose records are stored: all but queries. */
function storedOf({ served }: Catalogue): readonly Definition[] {
  return served.filter(({ sql }) => !sql);
}

function requireFixture(catalogue: Catalogue, fixture: Fixture): void {
  const definition = collectionNamed(storedOf(catalogue), fixture.collection);
  const names = Object.keys(definition.fields);
  const odd = fieldsIn(fixture).filter((name) => !names.includes(name));
  if (odd.length > 0)
    throw new CannotStart(
      odd.map((name) => unknown(`collection '${definition.name}' has no field`, name, names)),
    );
  requireKey(definition, fixture.key);
  if (fixture.drafts && !definition.hasDrafts)
    throw new CannotStart(`'drafts' needs a collection with drafts, and '${definition.name}' has none`);
  requireValues(catalogue, definition, fixture);
  for (const { field, path, target } of catalogue.referencesOf(definition.name)) {
    if (path !== undefined) continue;
    const keys = targetKeys(catalogue, definition, field);
    const other = fixture.records
      .flatMap((record) => namesIn(record[field]))
      .find(({ key }) => !keys.includes(key) && !(target === FILE && key === 'file'));
    const what = `field '${field}' of '${definition.name}' names a record by`;
    if (other) throw new CannotStart(unknown(what, other.key, [...keys, 'an id']));
  }
}

/** Refuses values that no seed could write. Those that refer to records are checked when these are known. */
function requireValues(catalogue: Catalogue, definition: Definition, { records }: Fixture): void {
  const referring = new Set(catalogue.referencesOf(definition.name).map(({ field }) => field));
  const sent = records.map((values, index): SourceRecord => ({ line: index + 1, size: 0, values }));
  const refused = sent.map(inEachColumn(definition)).flatMap(({ line, values, problems }) => {
    const refusal = (name: string, why: Text) =>
      `record ${line}, field '${name}' ${render(why, 'en')}, not ${shown(records[line - 1]?.[name])}`;
    return [
      ...Object.entries(problems ?? {}).map(([name, problem]) => refusal(name, problem)),
      ...Object.entries(values).flatMap(([name, value]) => {
        const field = referring.has(name) || value === null ? undefined : definition.fields[name];
        const cleaned = field && cleanValue(field, value);
        return cleaned instanceof Problem ? refusal(name, cleaned.text) : [];
      }),
    ];
  });
  if (refused.length > 0) throw new CannotStart(refused);
}

function requireMigration(
  catalogue: Catalogue,
  { name, collection, where }: Pick<RecordMigration<string>, 'name' | 'collection' | 'where'>,
): void {
  const definition = collectionNamed(storedOf(catalogue), collection);
  if (where) requireSoundCondition(catalogue, definition, where, `migration '${name}'`);
}

function collectionNamed(served: readonly Definition[], name: string): Definition {
  const found = served.find((one) => one.name === name);
  if (found) return found;
  const names = served.map((one) => one.name);
  throw new CannotStart(unknown('there is no collection', name, names));
}

function fieldsIn({ key, records }: Fixture): string[] {
  return [...new Set([key, ...records.flatMap(Object.keys)])].filter((name) => name !== 'id');
}

function unknown(what: string, name: string, names: readonly string[]): string {
  return `${what} '${name}'${suggestion(name, names)} (allowed: ${names.join(', ')})`;
}
