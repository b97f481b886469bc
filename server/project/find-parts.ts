import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definerOf, PART_KINDS } from '../../contract/console-parts.ts';
import type { ConsolePart } from '../console-parts/define-parts.ts';
import type { Plugin } from '../definitions/project/define-plugin.ts';
import type { Mistakes } from '../shared/mistakes.ts';
import { type FoundDefinition, findDefined, type Kind } from './find-defined.ts';

const PARTS: Kind<ConsolePart> = {
  define: PART_KINDS.map(definerOf),
  nameOf: ({ kind, name }) => `${kind} ${name}`,
};

/** The parts of the console, from the folder `console` of a project and those of its plug-ins. Notes mistakes. */
export async function findParts(
  root: string,
  plugins: readonly FoundDefinition<Plugin>[],
  mistakes: Mistakes,
): Promise<FoundDefinition<ConsolePart>[]> {
  const added: FoundDefinition<ConsolePart>[] = [];
  for (const { defined, name: plugin, file } of plugins) {
    if (defined.console === undefined) continue;
    const folder = fileURLToPath(defined.console);
    if (!existsSync(folder))
      mistakes.note(`${file}: plug-in '${plugin}': console: there is no folder '${folder}'`);
    const parts = await findDefined(folder, PARTS, mistakes);
    added.push(...parts.map((part) => ({ ...part, plugin })));
  }
  const folder = join(root, 'console');
  // In a clone of Quire it is the console itself, which is a package.
  const isPackage = existsSync(join(folder, 'package.json'));
  return isPackage ? added : findDefined(folder, PARTS, mistakes, added);
}
