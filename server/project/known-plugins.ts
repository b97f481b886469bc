import type { Definition, Needs } from '../definitions/for-server.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import { CORE_COMMANDS } from '../module/commands/core-commands.ts';
import { isSwitchedOn } from '../module/open-modules.ts';
import { modules } from '../modules.ts';
import type { Settings } from '../settings/values.ts';
import type { Mistakes } from '../shared/mistakes.ts';
import { suggestion } from '../shared/text/words.ts';
import type { FoundDefinition } from './find-defined.ts';
import type { Project } from './project.ts';

/** Notes plug-ins that share a name, lack what they need, or are about collections that are not there. */
export function checkPlugins(
  { plugins, collections }: Project,
  settings: Settings,
  mistakes: Mistakes,
): void {
  const names = collections.map(({ name }) => name);
  mistakes.note(...sharedNames(plugins), ...takenCommands(plugins), ...circlesIn(plugins));
  for (const { defined, name, file } of plugins) {
    const refuse = (what: string) => mistakes.note(`${file}: plug-in '${name}': ${what}`);
    for (const need of defined.needs ?? []) {
      const problem = problemOfNeed(need, plugins, settings);
      if (problem !== undefined) refuse(problem);
    }
    for (const collection of defined.hooks?.only ?? [])
      if (!names.includes(collection) && !mistakes.hasLeftOut(collection))
        refuse(`its hooks are for '${collection}', which is no collection${suggestion(collection, names)}`);
    for (const problem of defined.isolated ? unknownNeeds(defined.isolated.manifest.needs, collections) : [])
      refuse(problem);
  }
}

/** Collections and fields that an isolated plug-in needs and the project does not have. */
function unknownNeeds(needs: Needs, collections: readonly Definition[]): string[] {
  return Object.entries(needs.collections).flatMap(([name, actions]) => {
    const definition = collections.find((one) => one.name === name);
    const names = collections.map((one) => one.name);
    if (!definition) return `it needs '${name}', which is no collection${suggestion(name, names)}`;
    const known = Object.keys(definition.fields);
    const fields = Object.values(actions).flatMap((one) => (one === true ? [] : one));
    return [...new Set(fields)]
      .filter((field) => !known.includes(field))
      .map((field) => `it needs '${field}', which is no field of '${name}'${suggestion(field, known)}`);
  });
}

function sharedNames(plugins: readonly FoundDefinition<Plugin>[]): string[] {
  return [...Map.groupBy(plugins, ({ name }) => name)].flatMap(([name, [first, second]]) => {
    const problems: string[] = [];
    if (second) problems.push(`${second.file}: two plug-ins have the name '${name}'`);
    if (modules.some((one) => one.name === name))
      problems.push(`${first?.file}: plug-in '${name}': a feature of the server has this name`);
    return problems;
  });
}

/** Commands of plug-ins that the server or another plug-in has already. */
function takenCommands(plugins: readonly FoundDefinition<Plugin>[]): string[] {
  const taken = new Map<string, string>(
    [...CORE_COMMANDS, 'help', ...modules.flatMap(({ commands = {} }) => Object.keys(commands))].map(
      (command) => [command, 'the server'],
    ),
  );
  return plugins.flatMap(({ defined: { commands = [] }, name, file }) =>
    commands.flatMap((command) => {
      const owner = taken.get(command.name);
      taken.set(command.name, `plug-in '${name}'`);
      return owner === undefined
        ? []
        : `${file}: plug-in '${name}': ${owner} has a command '${command.name}'; choose another name`;
    }),
  );
}

function problemOfNeed(
  need: string,
  plugins: readonly FoundDefinition<Plugin>[],
  settings: Settings,
): string | undefined {
  if (plugins.some(({ name }) => name === need)) return undefined;
  const feature = modules.find(({ name }) => name === need);
  if (!feature) {
    const known = [...plugins, ...modules].map(({ name }) => name);
    return `it needs '${need}', which is not there${suggestion(need, known)} (plug-ins: ${plugins.map(({ name }) => name).join(', ')}; features: ${modules.map(({ name }) => name).join(', ')})`;
  }
  return !isSwitchedOn(feature, settings) ? `it needs '${need}', which the settings switch off` : undefined;
}

/** Each circle of plug-ins that need each other, named once. */
function circlesIn(plugins: readonly FoundDefinition<Plugin>[]): string[] {
  const needsOf = new Map(plugins.map(({ name, defined }) => [name, defined.needs ?? []]));
  const done = new Set<string>();
  const follow = (name: string, way: readonly string[]): string[] => {
    const from = way.indexOf(name);
    if (from >= 0) return [[...way.slice(from), name].join(' → ')];
    if (done.has(name)) return [];
    const circles = (needsOf.get(name) ?? []).flatMap((need) => follow(need, [...way, name]));
    done.add(name);
    return circles;
  };
  return plugins.flatMap(({ name, file }) =>
    follow(name, []).map((circle) => `${file}: plug-ins need each other in a circle: ${circle}`),
  );
}
