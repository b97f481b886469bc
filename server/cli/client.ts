import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { builtInRecords } from '../built-in-records.ts';
import { makeCatalogue } from '../definitions/catalogue.ts';
import { findDefinitions } from '../definitions/find-definitions.ts';
import { writeClient } from '../features/client/write-client.ts';
import { readSettings } from '../settings.ts';
import type { Command } from './command.ts';

export const client: Command = {
  usage: '[--out <file>]',
  summary: 'Writes a typed TypeScript client, one file without dependencies.',
  async run(args) {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } });
    const definitions = await findDefinitions(readSettings().contentDir);
    const text = writeClient(makeCatalogue([...builtInRecords, ...definitions]));
    if (values.out === undefined) {
      process.stdout.write(text);
      return;
    }
    mkdirSync(dirname(values.out), { recursive: true });
    writeFileSync(values.out, text);
    console.error(`Wrote ${values.out}.`);
  },
};
