import { parseArgs } from 'node:util';
import { type Command, Misuse } from '../../module/commands/command.ts';
import { writeWhole } from '../../module/commands/write-whole.ts';
import { openUploads } from '../../storage/open-uploads.ts';
import { makeTakeFile, openInspection } from '../files/exports.ts';
import { SourceProblem, WrongArgument } from './engines/engine.ts';
import { importLin } from './import-lin.ts';

export const importLinCms: Command = {
  usage:
    '<mysql://… | postgres://… | file:…> [--apply] [--assets <folder>] [--time-zone <zone>] [--source <name>] [--map <file>]',
  summary:
    'Imports users, groups, permissions, files, logs and books of a Lin CMS; a dry run without --apply.',
  async run(args, { withServer }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        assets: { type: 'string' },
        'time-zone': { type: 'string' },
        source: { type: 'string' },
        map: { type: 'string' },
      },
    });
    const [url] = positionals;
    const { map } = values;
    if (url === undefined || positionals.length > 1) throw new Misuse('name one database to import');
    await withServer(async ({ store }, settings) => {
      const { uploadRules: rules } = settings;
      const { inspect, end } = openInspection(rules);
      try {
        await importLin(store, {
          url,
          isDryRun: !values.apply,
          zone: values['time-zone'],
          assets: values.assets,
          takeFile: makeTakeFile({ ...openUploads(settings), rules, inspect }, !values.apply),
          name: values.source,
          keepMap: async (lines) => map !== undefined && writeWhole(map, lines),
          logDays: settings.logRetentionDays,
          say: (line) => console.log(line),
        });
      } catch (error) {
        if (error instanceof WrongArgument) throw new Misuse(error.message);
        if (!(error instanceof SourceProblem)) throw error;
        console.error(error.message);
        process.exitCode = 1;
      } finally {
        await end();
      }
    });
  },
};
