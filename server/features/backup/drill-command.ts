import type { Command } from '../../module/commands/command.ts';
import { encryptionFor, noteIn, printingDamage, projectOf, readFolder } from './command-parts.ts';
import { tryRestore } from './drill.ts';
import { newestIn } from './newest.ts';
import { filesOf, recordsOf, timed } from './runs.ts';

export const drillCommand: Command = {
  usage: '<folder> [--key <file>]',
  summary:
    'Restores the newest backup in the folder to a scratch database, tries it, and removes that again. Nothing else changes.',
  async run(args, host) {
    const { folder, values } = readFolder('drill', args, { key: { type: 'string' } });
    const { settings, catalogue } = await projectOf(host);
    const encryption = await encryptionFor(settings, values.key);
    const outcome = await timed('drill', async () => {
      const path = await newestIn(folder);
      return { path, manifest: await tryRestore(path, settings, { encryption, catalogue }) };
    });
    await noteIn(host, settings, outcome);
    await printingDamage(async () => {
      if (!outcome.subject) throw outcome.error;
      const { path, manifest } = outcome.subject;
      console.log(
        `${path} can be restored: ${recordsOf(manifest)} records and ${filesOf(manifest)} files in ${outcome.seconds} s.`,
      );
    });
  },
};
