import { givesSetting } from '../definitions/project/read-settings.ts';
import { settingsTable } from '../settings/table.ts';
import { readEnvFile } from '../shared/system/environment.ts';
import { nearestWord } from '../shared/text/words.ts';
import type { Project } from './project.ts';

/** Settings whose names follow from definitions and from other settings. */
const DERIVED = /^OIDC_.+_|_LOGIN_REQUIRED$/;

/** Names in `.env` that are no settings but nearly one. What else stands there may be for other programs. */
export function straySettings(
  { ownSettings }: Pick<Project, 'ownSettings'>,
  names: readonly string[] = Object.keys(readEnvFile()),
): string[] {
  const table = { ...settingsTable, ...ownSettings };
  return names.flatMap((name) => {
    if (givesSetting(table, name) || DERIVED.test(name)) return [];
    const meant = nearestWord(name, Object.keys(table));
    return meant === undefined ? [] : [`.env: ${name} is no setting; did you mean ${meant}?`];
  });
}
