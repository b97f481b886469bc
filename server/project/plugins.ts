import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freshIsolated, isDefinedBy, loadModule } from '../definitions/for-server.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import { CannotStart } from '../errors.ts';
import type { Mistakes } from '../shared/mistakes.ts';
import { type FoundDefinition, kindOf } from './find-defined.ts';

const ALLOWED = 'allowed: a list of what definePlugin(…) or isolatedPlugin(…) returns, such as [slugs()]';

/** The plug-ins of a project, from `plugins.ts` in its folder, in their order; none if there is no such file. Notes mistakes. */
export async function readPlugins(
  root: string,
  mistakes: Mistakes,
): Promise<readonly FoundDefinition<Plugin>[]> {
  const files = [join(root, 'plugins.ts')].filter(existsSync);
  const [found] = await mistakes.readEach(files, pluginsIn);
  if (files.length > 0 && !found) mistakes.leaveOutAnything();
  return found ?? [];
}

/** What plug-ins add to one part of a project. */
export function addedBy<Defined>(
  plugins: readonly FoundDefinition<Plugin>[],
  partOf: (plugin: Plugin) => readonly Defined[] | undefined,
  nameOf: (defined: Defined) => string,
): FoundDefinition<Defined>[] {
  return plugins.flatMap(({ defined: plugin, name, file }) =>
    (partOf(plugin) ?? []).map((defined) => ({
      defined,
      name: nameOf(defined),
      file: `${file}: plug-in '${name}'`,
      plugin: name,
    })),
  );
}

async function pluginsIn(file: string): Promise<FoundDefinition<Plugin>[]> {
  const { default: list, ...others } = await loadModule<{ default?: unknown }>(file);
  const [other] = Object.keys(others);
  if (other !== undefined) throw new CannotStart(`${file} exports '${other}' beside its list; ${ALLOWED}`);
  if (!Array.isArray(list))
    throw new CannotStart(`${file} exports ${kindOf(list)} as its default; ${ALLOWED}`);
  return list.map((defined: unknown, index) => {
    if (!isDefinedBy('definePlugin', defined))
      throw new CannotStart(`${file}: number ${index + 1} of the list is ${kindOf(defined)}; ${ALLOWED}`);
    const plugin = defined as Plugin; // nothing else bears the mark
    return { defined: freshIsolated(plugin), name: plugin.name, file };
  });
}
