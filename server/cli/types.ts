import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogueWith } from '../built-in-collections.ts';
import { writeTypes } from '../client/write-types.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import { CannotStart } from '../errors.ts';
import type { Command } from '../module/commands/command.ts';
import { permissionKeys } from '../project/known-permissions.ts';
import { loadCollections, loadRoutes } from '../project/project.ts';
import { readSettings } from '../settings.ts';
import { writeIfChanged } from './shared/write-if-changed.ts';

/** Where a project's declaration is, beside the folder of its collections. */
export function typesFileOf(contentDir: string): string {
  return join(dirname(resolve(contentDir)), 'quire-types.d.ts');
}

export const types: Command = {
  usage: '[--out <file>]',
  summary:
    "Writes the types of all collections' records and of permissions, for own code; beside the folder of the collections.",
  async run(args) {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } });
    const { contentDir, locales } = readSettings();
    const out = values.out ?? typesFileOf(contentDir);
    const catalogue = catalogueWith(await loadCollections(contentDir, locales), locales);
    const text = writeTypes(catalogue, await keysIn(catalogue, contentDir));
    console.error(writeIfChanged(out, text) ? `Wrote ${out}.` : `${out} is up to date.`);
  },
};

/** Undefined where routes cannot be read, as where a setting is missing: they may have keys of their own. */
async function keysIn(catalogue: Catalogue, contentDir: string): Promise<readonly string[] | undefined> {
  try {
    return permissionKeys(catalogue, await loadRoutes(contentDir));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(`Keys of permissions stay unchecked, because routes cannot be read:\n${error.message}`);
    return undefined;
  }
}
