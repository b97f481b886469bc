import { dirname, join, resolve } from 'node:path';
import {
  type AnyJob,
  type AnyMail,
  type Definition,
  type Locales,
  NO_LOCALES,
  type RouteDefinition,
  readDefinitions,
  withPluginHooks,
} from '../definitions/for-server.ts';
import type { AccessEntry } from '../definitions/project/define-access.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import type { DataMigration } from '../definitions/project/define-migration.ts';
import type { PanelDefinition } from '../definitions/project/define-panel.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import { type Mistakes, withoutMistakes } from '../shared/mistakes.ts';
import { type FoundDefinition, findDefined, type Kind } from './find-defined.ts';
import { findParts } from './find-parts.ts';
import { readOwnSettings, withPlugins } from './own-settings.ts';
import { addedBy, readPlugins } from './plugins.ts';

/** Everything that a project defines: its collections, the contents of the folders beside theirs, and what its plug-ins add. */
export type Project = Awaited<ReturnType<typeof readProjectFiles>>;

/**
 * Loads a project, whose localised fields have these languages. Throws CannotStart with the mistakes of all files, and where it
 * has no collections, unless `mayBeEmpty`.
 */
export function loadProject(contentDir: string, locales: Locales = NO_LOCALES, mayBeEmpty = false) {
  return withoutMistakes((mistakes) => readProjectFiles(contentDir, locales, mistakes, mayBeEmpty));
}

/** The same, but notes mistakes, and answers what the other files define. */
export async function readProjectFiles(
  contentDir: string,
  locales: Locales,
  mistakes: Mistakes,
  mayBeEmpty = false,
) {
  const root = rootOf(contentDir);
  const ownSettings = await readOwnSettings(root, mistakes); // first, for all other files may read them
  const plugins = await readPlugins(root, mistakes);
  const inFolder = <Defined>(
    name: string,
    kind: Kind<Defined>,
    partOf: (plugin: Plugin) => readonly Defined[] | undefined = () => [],
  ) => findDefined(join(root, name), kind, mistakes, addedBy(plugins, partOf, kind.nameOf));
  return {
    root,
    contentDir: resolve(contentDir),
    ownSettings: withPlugins(ownSettings, plugins, mistakes),
    plugins,
    collections: await readCollections({ contentDir, locales, mayBeEmpty }, plugins, mistakes),
    locales,
    routes: await inFolder('routes', ROUTES, (plugin) => plugin.routes),
    jobs: await inFolder('jobs', kind<AnyJob>('defineJob'), (plugin) => plugin.jobs),
    mail: await inFolder('mail', kind<AnyMail>('defineMail'), (plugin) => plugin.mails),
    panels: await inFolder('panels', kind<PanelDefinition>('definePanel')),
    console: await findParts(root, plugins, mistakes),
    access: await inFolder('access', ACCESS),
    fixtures: await inFolder('fixtures', FIXTURES),
    migrations: await inFolder(
      'migrations',
      kind<DataMigration>('defineMigration'),
      (plugin) => plugin.migrations,
    ),
  };
}

/** The plug-ins of a project alone. Throws CannotStart. */
export function loadPlugins(contentDir: string): Promise<readonly FoundDefinition<Plugin>[]> {
  return withoutMistakes((mistakes) => readPlugins(rootOf(contentDir), mistakes));
}

/** The collections of a project and its plug-ins alone. Throws CannotStart. */
export function loadCollections(contentDir: string, locales: Locales = NO_LOCALES): Promise<Definition[]> {
  return withoutMistakes(async (mistakes) =>
    readCollections({ contentDir, locales }, await readPlugins(rootOf(contentDir), mistakes), mistakes),
  );
}

/** The routes of a project and its plug-ins alone. Throws CannotStart. */
export function loadRoutes(contentDir: string): Promise<FoundDefinition<RouteDefinition>[]> {
  const root = rootOf(contentDir);
  return withoutMistakes(async (mistakes) => {
    const plugins = await readPlugins(root, mistakes);
    const added = addedBy(plugins, (plugin) => plugin.routes, ROUTES.nameOf);
    return findDefined(join(root, 'routes'), ROUTES, mistakes, added);
  });
}

const ROUTES: Kind<RouteDefinition> = {
  define: 'defineRoute',
  nameOf: ({ method, path }) => `${method} ${path}`,
};
const ACCESS: Kind<AccessEntry> = {
  define: ['defineGroup', 'defineServiceUser'],
  nameOf: (entry) => ('permissions' in entry ? `group ${entry.name}` : `service user ${entry.username}`),
};
const FIXTURES: Kind<Fixture> = { define: 'defineFixture', nameOf: ({ collection }) => collection };

function kind<Defined extends { readonly name: string }>(define: string): Kind<Defined> {
  return { define, nameOf: ({ name }) => name };
}

interface CollectionsFolder {
  readonly contentDir: string;
  readonly locales: Locales;
  readonly mayBeEmpty?: boolean;
}

async function readCollections(
  { contentDir, locales, mayBeEmpty = false }: CollectionsFolder,
  plugins: readonly FoundDefinition<Plugin>[],
  mistakes: Mistakes,
): Promise<Definition[]> {
  const added = addedBy(
    plugins,
    (plugin) => plugin.collections,
    ({ name }) => name,
  );
  const all = await readDefinitions(contentDir, locales, mistakes, { added, mayBeEmpty });
  const hooking = plugins.map(({ defined }) => defined);
  return all.map((definition) => withPluginHooks(definition, hooking));
}

/** The folder of a project, beside whose collections its other folders are. */
function rootOf(contentDir: string): string {
  return dirname(resolve(contentDir));
}

/** A plug-in, and whether it is trusted: its code runs in the server's process, unless it is isolated. */
function toldPlugin({ name, defined }: FoundDefinition<Plugin>) {
  return { name: `${name} (${defined.isolated ? 'isolated' : "trusted, in the server's process"})` };
}

/** A line for each folder, with what its files define, and one for the plug-ins. */
export function linesOf({
  root,
  contentDir,
  collections,
  plugins,
  ownSettings: _,
  locales: __,
  ...folders
}: Project): string[] {
  const added = addedBy(
    plugins,
    (plugin) => plugin.collections,
    ({ name }) => name,
  ).map(({ name }) => name);
  const lines = [
    { from: contentDir, what: 'collections', found: collections.filter(({ name }) => !added.includes(name)) },
    ...Object.entries(folders).map(([what, found]) => ({
      from: join(root, what),
      what,
      found: found.filter(({ plugin }) => plugin === undefined),
    })),
    { from: join(root, 'plugins.ts'), what: 'plug-ins', found: plugins.map(toldPlugin) },
  ];
  return lines.flatMap(({ from, what, found }) => {
    const names = found.map(({ name }) => name).join(', ');
    const title = what.charAt(0).toUpperCase() + what.slice(1);
    return names === '' ? [] : `${title.padEnd(11)} ${names}, from ${from}`;
  });
}
