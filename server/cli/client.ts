import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { clientFor } from '../entries/client.ts';
import type { Command } from '../module/commands/command.ts';
import { readSettings } from '../settings.ts';
import { makeFolderSync } from '../shared/system/folders.ts';

export const client: Command = {
  usage: '[--out <file>]',
  summary: 'Writes a typed TypeScript client, one file without dependencies.',
  async run(args) {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } });
    const { contentDir, localesText } = readSettings();
    const text = await clientFor(contentDir, localesText);
    if (values.out === undefined) {
      process.stdout.write(text);
      return;
    }
    makeFolderSync(dirname(values.out), 0o777);
    writeFileSync(values.out, text);
    console.error(`Wrote ${values.out}.`);
  },
};
