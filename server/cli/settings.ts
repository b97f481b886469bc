import { parseArgs } from 'node:util';
import { settingsTable } from '../settings-table.ts';
import type { Command } from './command.ts';

export const settings: Command = {
  usage: '',
  summary: 'shows every setting, what it means and what is allowed',
  async run(args) {
    parseArgs({ args });
    for (const [name, { initial, allowed, meaning }] of Object.entries(settingsTable)) {
      const standing = initial === '' ? '' : `\n    default: ${initial}`;
      console.log(`${name}\n    ${meaning}\n    allowed: ${allowed}${standing}`);
    }
  },
};
