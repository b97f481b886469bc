import { dirname, join, resolve } from 'node:path';
import { findDefinitions } from '../definitions/find-definitions.ts';
import { type Locales, NO_LOCALES } from '../definitions/locales.ts';
import type { AccessEntry } from '../definitions/project/define-access.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import type { AnyJob } from '../definitions/project/define-job.ts';
import type { AnyMail } from '../definitions/project/define-mail.ts';
import type { DataMigration } from '../definitions/project/define-migration.ts';
import type { RouteDefinition } from '../definitions/project/define-route.ts';
import { allInTurn } from '../shared/all-in-turn.ts';
import { findDefined } from './find-defined.ts';
import { loadOwnSettings } from './own-settings.ts';

/** Everything that a project defines: its records, and the contents of the folders beside theirs. */
export type Project = Awaited<ReturnType<typeof loadProject>>;

/** Loads a project, whose localised fields have these languages. Throws CannotStart with the mistakes of all files. */
export async function loadProject(contentDir: string, locales: Locales = NO_LOCALES) {
  const root = dirname(resolve(contentDir));
  const folder = (name: string) => join(root, name);
  const [ownSettings, records, routes, jobs, mail, access, fixtures, migrations] = await allInTurn([
    () => loadOwnSettings(root), // first, for all other files may read them
    () => findDefinitions(contentDir, locales),
    () => findDefined<RouteDefinition>(folder('routes'), 'defineRoute', nameOfRoute),
    () => findDefined<AnyJob>(folder('jobs'), 'defineJob', ({ name }) => name),
    () => findDefined<AnyMail>(folder('mail'), 'defineMail', ({ name }) => name),
    () => findDefined<AccessEntry>(folder('access'), ['defineGroup', 'defineServiceUser'], nameOfAccess),
    () => findDefined<Fixture>(folder('fixtures'), 'defineFixture', ({ record }) => record),
    () => findDefined<DataMigration>(folder('migrations'), 'defineMigration', ({ name }) => name),
  ]);
  return {
    root,
    contentDir: resolve(contentDir),
    ownSettings,
    records,
    locales,
    routes,
    jobs,
    mail,
    access,
    fixtures,
    migrations,
  };
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
