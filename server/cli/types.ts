import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogueWith } from '../built-in-records.ts';
import { findDefinitions } from '../definitions/find-definitions.ts';
import { writeTypes } from '../features/client/write-types.ts';
import { readSettings } from '../settings.ts';
import type { Command } from './shared/command.ts';
import { writeIfChanged } from './shared/write-if-changed.ts';

/** Where a project's declaration is, beside the folder of its records. */
export function typesFileOf(contentDir: string): string {
  return join(dirname(resolve(contentDir)), 'quire-types.d.ts');
}

export const types: Command = {
  usage: '[--out <file>]',
  summary:
    "Writes the types of all records' rows, for hooks, routes and jobs; beside the folder of the records.",
  async run(args) {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } });
    const { contentDir, locales } = readSettings();
    const out = values.out ?? typesFileOf(contentDir);
    const records = await findDefinitions(contentDir, locales);
    const text = writeTypes(catalogueWith(records, locales));
    console.error(writeIfChanged(out, text) ? `Wrote ${out}.` : `${out} is up to date.`);
  },
};
