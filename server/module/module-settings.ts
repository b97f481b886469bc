import { readSettingsTable, type SettingsTable } from '../definitions/project/read-settings.ts';
import { camelCased } from '../settings/camel-case.ts';
import type { Environment } from '../shared/system/environment.ts';
import type { Module } from './define-module.ts';

interface Read {
  readonly values: object;
  readonly problems: readonly string[];
}

/** Reads the settings of modules: their values side by side, and what is wrong with some. */
export function readModuleSettings(modules: readonly Module[], given: Environment): Read {
  const all = modules.map((module) => readOne(module, given));
  return {
    values: Object.assign({}, ...all.map(({ values }) => values)) as object,
    problems: all.flatMap(({ problems }) => problems),
  };
}

function readOne({ settings = {}, furtherSettings }: Module, given: Environment): Read {
  const read = readSettingsTable(settings, given);
  const values = camelCased(read.values);
  const further = furtherSettings?.read(values, given);
  return {
    values: { ...values, ...further?.values },
    problems: [...read.problems, ...(further?.problems ?? [])],
  };
}

/** The settings of modules by their names in the environment. */
export function tableOfModules(modules: readonly Module[]): SettingsTable {
  return Object.assign({}, ...modules.map(({ settings }) => settings)) as SettingsTable;
}
