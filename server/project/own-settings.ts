import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from '../definitions/find-definitions.ts';
import { settingsTableOf } from '../definitions/project/define-settings.ts';
import type { SettingsTable } from '../definitions/project/read-settings.ts';
import { CannotStart } from '../errors.ts';
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
  const { default: values } = await loadModule<{ default?: unknown }>(file);
  const table = settingsTableOf(Object(values));
  if (!table) throw new CannotStart(`${file} must export what defineSettings(…) returns as its default`);
  const taken = Object.keys(table).find((name) => Object.hasOwn(settingsTable, name));
  if (taken !== undefined)
    throw new CannotStart(`${file}: ${taken} is a setting of the server; choose another name`);
  return table;
}
