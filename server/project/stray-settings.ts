import { givesSetting } from '../definitions/project/read-settings.ts';
import { tableOfModules } from '../module/module-settings.ts';
import { modules } from '../modules.ts';
import { settingsTable } from '../settings/table.ts';
import { SWITCH } from '../settings/values.ts';
import { readEnvFile } from '../shared/system/environment.ts';
import { nearestWord } from '../shared/text/words.ts';
import type { Project } from './project.ts';

/** Names in `.env` that are no settings but nearly one. What else stands there may be for other programs. */
export function straySettings(
  { ownSettings }: Pick<Project, 'ownSettings'>,
  names: readonly string[] = Object.keys(readEnvFile()),
): string[] {
  const table = { ...settingsTable, ...tableOfModules(modules), ...ownSettings };
  return names.flatMap((name) => {
    if (givesSetting(table, name) || followsFromOthers(name)) return [];
    const meant = nearestWord(name, Object.keys(table));
    return meant === undefined ? [] : [`.env: ${name} is no setting; did you mean ${meant}?`];
  });
}

/** Whether this is the name of a setting of the server. */
export function isOfServer(name: string): boolean {
  return givesSetting({ ...settingsTable, ...tableOfModules(modules) }, name) || followsFromOthers(name);
}

/** Whether the name of a setting follows from definitions or from other settings. */
function followsFromOthers(name: string): boolean {
  return SWITCH.test(name) || modules.some(({ furtherSettings }) => furtherSettings?.isName(name));
}
