import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from '../definitions/find-definitions.ts';
import { settingsTableOf, UnusableSettings } from '../definitions/project/define-settings.ts';
import type { SettingsTable } from '../definitions/project/read-settings.ts';
import { CannotStart } from '../errors.ts';
import { tableOfModules } from '../module/module-settings.ts';
import { modules } from '../modules.ts';
import { settingsTable } from '../settings/table.ts';
import { type Mistakes, withoutMistakes } from '../shared/mistakes.ts';

/** The project's own settings, from `settings.ts` in its folder; empty if there is none. Throws CannotStart if one cannot be used. */
export function loadOwnSettings(root: string): Promise<SettingsTable> {
  return withoutMistakes((mistakes) => readOwnSettings(root, mistakes));
}

/** The same, but notes mistakes. */
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
  const ofServer = { ...settingsTable, ...tableOfModules(modules) };
  const taken = names.find((name) => Object.hasOwn(ofServer, name));
  if (taken !== undefined)
    throw new CannotStart(`${file}: ${taken} is a setting of the server; choose another name`);
}
