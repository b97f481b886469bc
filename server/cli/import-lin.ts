import { parseArgs } from 'node:util';
import { importLin } from '../features/import-lin/import-lin.ts';
import { SourceProblem } from '../features/import-lin/source.ts';
import { type Command, Misuse } from './shared/command.ts';
import { withServer } from './shared/with-server.ts';

export const importLinCms: Command = {
  usage: '<mysql://user:password@host/database> [--apply] [--time-zone <zone>] [--source <name>]',
  summary: 'Imports users, groups, permissions, logs and books of a Lin CMS 0.3; a dry run without --apply.',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        'time-zone': { type: 'string' },
        source: { type: 'string' },
      },
    });
    const [url] = positionals;
    if (url === undefined || positionals.length > 1) throw new Misuse('name one database to import');
    await withServer(async ({ records }, { logRetentionDays }) => {
      try {
        await importLin(records, {
          url,
          isDryRun: !values.apply,
          zone: values['time-zone'],
          name: values.source,
          logDays: logRetentionDays,
          say: (line) => console.log(line),
        });
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error;
        console.error(error.message);
        process.exitCode = 1;
      }
    });
  },
};
