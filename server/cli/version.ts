import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import type { Command } from '../module/commands/command.ts';

export const version: Command = {
  usage: '',
  summary: 'Shows the version.',
  async run(args) {
    parseArgs({ args });
    console.log(manifest.version);
  },
};
