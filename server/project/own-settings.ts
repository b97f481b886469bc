import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  loadModule,
  type SettingsTable,
  settingsTableOf,
  UnusableSettings,
} from '../definitions/for-server.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import { CannotStart } from '../errors.ts';
import { tableOfModules } from '../module/module-settings.ts';
import { modules } from '../modules.ts';
import { settingsTable } from '../settings/table.ts';
import { type Mistakes, withoutMistakes } from '../shared/mistakes.ts';
import type { FoundDefinition } from './find-defined.ts';
import { readPlugins } from './plugins.ts';

/** The settings of a project and its plug-ins; empty if there are none. Throws CannotStart if one cannot be used. */
export function loadOwnSettings(root: string): Promise<SettingsTable> {
  return withoutMistakes(async (mistakes) => {
    const own = await readOwnSettings(root, mistakes);
    return withPlugins(own, await readPlugins(root, mistakes), mistakes);
  });
}

/** The project's own settings, from `settings.ts` in its folder, and those of its plug-ins. Notes names that are given twice. */
export function withPlugins(
  own: SettingsTable,
  plugins: readonly FoundDefinition<Plugin>[],
  mistakes: Mistakes,
): SettingsTable {
  const all: Record<string, SettingsTable[string]> = { ...own };
  for (const { defined, name, file } of plugins) {
    const table = settingsTableOf(defined.settings ?? {}) ?? {};
    const owner = `${file}: plug-in '${name}'`;
    const taken = Object.keys(table).find((one) => Object.hasOwn(all, one));
    if (taken !== undefined) mistakes.note(`${owner}: ${taken} is another's setting; choose another name`);
    mistakes.note(...takenNames(owner, Object.keys(table)));
    Object.assign(all, table);
  }
  return all;
}

/** The settings in `settings.ts` alone. Notes mistakes. */
export async function readOwnSettings(root: string, mistakes: Mistakes): Promise<SettingsTable> {
  const files = [join(root, 'settings.ts')].filter(existsSync);
  const [table = {}] = await mistakes.readEach(files, tableIn);
  return table;
}

async function tableIn(file: string): Promise<SettingsTable> {
  const { default: values } = await loadModule<{ default?: unknown }>(file).catch((error: Error) => {
    if (error.cause instanceof UnusableSettings) refuseTaken(file, error.cause.names);
    throw error;
  });
  const table = settingsTableOf(Object(values));
  if (!table) throw new CannotStart(`${file} must export what defineSettings(…) returns as its default`);
  refuseTaken(file, Object.keys(table));
  return table;
}

function refuseTaken(file: string, names: readonly string[]): void {
  const problems = takenNames(file, names);
  if (problems.length > 0) throw new CannotStart(problems);
}

/** Which of these names are the server's, the first in words. */
function takenNames(owner: string, names: readonly string[]): string[] {
  const ofServer = { ...settingsTable, ...tableOfModules(modules) };
  const taken = names.find((name) => Object.hasOwn(ofServer, name));
  return taken === undefined ? [] : [`${owner}: ${taken} is a setting of the server; choose another name`];
}
