import { parseArgs } from 'node:util';
import type { Command } from '../module/commands/command.ts';
import { LettersReport } from '../project/letters/report.ts';
import { respellAll } from '../project/letters/respell.ts';
import { quireCommand } from '../shared/system/how-to-call.ts';
import { withServer } from './shared/with-server.ts';

/** As `quire migrate` says it: there is something to do. */
const PLANNED = 3;

export const letters: Command = {
  usage: '[--apply]',
  summary:
    'Shows texts that are not stored as they would be today: letters composed otherwise, marks that nobody can see, blanks at the ends of lines; --apply stores them anew. A start after an upgrade does it once.',
  async run(args) {
    const { values } = parseArgs({ args, options: { apply: { type: 'boolean' } } });
    await withServer(async ({ store }) => {
      const report = new LettersReport();
      await respellAll(store, { isTrial: values.apply !== true, tell: report.tell });
      for (const line of report.lines()) console.log(line);
      if (report.changed === 0) console.log('Nothing is to be changed.');
      else if (values.apply) console.log('Done.');
      else {
        console.log(`Nothing was changed. To apply this: ${quireCommand} letters --apply`);
        process.exitCode = PLANNED;
      }
    });
  },
};
