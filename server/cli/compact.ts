import { parseArgs } from 'node:util';
import { compactDatabase } from '../database/open.ts';
import type { Command } from '../module/commands/command.ts';
import { readSettings } from '../settings.ts';

export const compact: Command = {
  usage: '',
  summary:
    'Gives the free space in an SQLite file back to its disk, also beside a server once the file can shrink in steps; of other databases it tells what they do by themselves.',
  async run(args) {
    parseArgs({ args });
    const done = await compactDatabase(readSettings().databaseUrl);
    console.log(
      'note' in done ? done.note : `${done.bytesBefore} bytes before, ${done.bytesAfter} bytes after`,
    );
  },
};
