import { join } from 'node:path';
import { booleans, isBoolean, readSettingsTable } from './definitions/for-server.ts';
import { CannotStart } from './errors.ts';
import { readModuleSettings } from './module/module-settings.ts';
import { type ModuleSettings, modules } from './modules.ts';
import { camelCased } from './settings/camel-case.ts';
import { contradictions, missingInFile, readProjectFile } from './settings/project-file.ts';
import { settingsTable } from './settings/table.ts';
import { refusedTypes } from './settings/upload-types.ts';
import { type Settings as OwnSettings, SWITCH, settingsOf } from './settings/values.ts';
import { type Environment, readEnvironment } from './shared/system/environment.ts';

/** The settings of the core and of all modules, checked and frozen. */
export type Settings = OwnSettings & ModuleSettings;

/** Where the console's build puts its files, seen from here and from a bundle of the server. */
const CONSOLE_DIR = join(import.meta.dirname, '../console/dist');

/** Reads the environment and a `.env` file in the working directory; the environment wins. Throws CannotStart. */
export function readSettings(environment?: Environment): Settings {
  return settingsFrom(readEnvironment(environment));
}

/** Checks settings that were already read, adds those of the project's file and fills in defaults. Throws CannotStart. */
export function settingsFrom(outside: Environment): Settings {
  const ofProject = readProjectFile(outside.CONTENT_DIR);
  const given = { ...outside, ...ofProject };
  const read = readSettingsTable(settingsTable, given);
  const values = camelCased<typeof settingsTable>(read.values);
  const problems = [...read.problems, ...contradictions(ofProject, outside)];
  const switches = Object.keys(given).filter(
    (name) => SWITCH.test(name) && !Object.hasOwn(settingsTable, name),
  );
  for (const name of switches) {
    if (!isBoolean(given[name] ?? ''))
      problems.push(`${name}: '${given[name]}' cannot be used; allowed: ${booleans}`);
  }
  const ofModules = readModuleSettings(modules, given);
  problems.push(...ofModules.problems);
  const refused = refusedTypes(values.uploadTypes, values.uploadKeepMetadata);
  if (refused) problems.push(refused);
  if (problems.length > 0) throw new CannotStart(problems.join('\n'));
  const misplaced = missingInFile(ofProject, outside);
  const own: OwnSettings = { ...settingsOf(values, given, CONSOLE_DIR), misplaced };
  return Object.freeze({ ...own, ...ofModules.values } as Settings); // each module has read its own
}
