import { dirname, join, resolve } from 'node:path';
import { readDefinitions } from '../definitions/find-definitions.ts';
import { type Locales, NO_LOCALES } from '../definitions/locales.ts';
import type { AccessEntry } from '../definitions/project/define-access.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import type { AnyJob } from '../definitions/project/define-job.ts';
import type { AnyMail } from '../definitions/project/define-mail.ts';
import type { DataMigration } from '../definitions/project/define-migration.ts';
import type { RouteDefinition } from '../definitions/project/define-route.ts';
import { type Mistakes, withoutMistakes } from '../shared/mistakes.ts';
import { type Found, findDefined } from './find-defined.ts';
import { readOwnSettings } from './own-settings.ts';

/** Everything that a project defines: its records, and the contents of the folders beside theirs. */
export type Project = Awaited<ReturnType<typeof readProjectFiles>>;

/** Loads a project, whose localised fields have these languages. Throws CannotStart with the mistakes of all files. */
export function loadProject(contentDir: string, locales: Locales = NO_LOCALES) {
  return withoutMistakes((mistakes) => readProjectFiles(contentDir, locales, mistakes));
}

/** The same, but notes mistakes, and answers what the other files define. */
export async function readProjectFiles(contentDir: string, locales: Locales, mistakes: Mistakes) {
  const root = dirname(resolve(contentDir));
  const inFolder = <Defined>(
    name: string,
    define: string | readonly string[],
    nameOf: (defined: Defined) => string,
  ) => findDefined(join(root, name), define, nameOf, mistakes);
  return {
    root,
    contentDir: resolve(contentDir),
    ownSettings: await readOwnSettings(root, mistakes), // first, for all other files may read them
    records: await readDefinitions(contentDir, locales, mistakes),
    locales,
    routes: await findRoutes(contentDir, mistakes),
    jobs: await inFolder<AnyJob>('jobs', 'defineJob', ({ name }) => name),
    mail: await inFolder<AnyMail>('mail', 'defineMail', ({ name }) => name),
    access: await inFolder<AccessEntry>('access', ['defineGroup', 'defineServiceUser'], nameOfAccess),
    fixtures: await inFolder<Fixture>('fixtures', 'defineFixture', ({ record }) => record),
    migrations: await inFolder<DataMigration>('migrations', 'defineMigration', ({ name }) => name),
  };
}

/** The routes of a project. Notes mistakes. */
export function findRoutes(contentDir: string, mistakes: Mistakes): Promise<Found<RouteDefinition>[]> {
  const folder = join(dirname(resolve(contentDir)), 'routes');
  return findDefined(folder, 'defineRoute', nameOfRoute, mistakes);
}

function nameOfRoute({ method, path }: RouteDefinition): string {
  return `${method} ${path}`;
}

function nameOfAccess(entry: AccessEntry): string {
  return 'permissions' in entry ? `group ${entry.name}` : `service user ${entry.username}`;
}

/** A line for each folder, with what it defines. */
export function linesOf({
  root,
  contentDir,
  records,
  ownSettings: _,
  locales: __,
  ...folders
}: Project): string[] {
  const lines = [
    { folder: contentDir, what: 'records', found: records },
    ...Object.entries(folders).map(([what, found]) => ({ folder: join(root, what), what, found })),
  ];
  return lines.flatMap(({ folder, what, found }) => {
    const names = found.map(({ name }) => name).join(', ');
    const title = what.charAt(0).toUpperCase() + what.slice(1);
    return names === '' ? [] : `${title.padEnd(10)} ${names}, from ${folder}`;
  });
}
