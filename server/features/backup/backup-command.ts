import { type Command, Misuse } from '../../module/commands/command.ts';
import { encryptionFor, noteIn, projectOf, readFolder } from './command-parts.ts';
import { makeBackup } from './make-backup.ts';
import { filesOf, recordsOf, timed } from './runs.ts';

export const backupCommand: Command = {
  usage: '<folder> [--keep <number>] [--key <file>]',
  summary:
    'Writes a backup of records and uploaded files into a new folder in the folder, while servers run. --keep removes older ones, --key encrypts.',
  async run(args, host) {
    const { folder, values } = readFolder('backup', args, {
      keep: { type: 'string' },
      key: { type: 'string' },
    });
    const keep = readKeep(values.keep);
    const { settings } = await projectOf(host);
    const encryption = await encryptionFor(settings, values.key);
    let removed: readonly string[] = [];
    const outcome = await timed('backup', async () => {
      const made = await makeBackup(folder, { settings, encryption, keep });
      removed = made.removed;
      return made;
    });
    await noteIn(host, settings, outcome);
    if (!outcome.subject) throw outcome.error;
    const { path, manifest } = outcome.subject;
    for (const old of removed) console.log(`Removed ${old}`);
    console.log(
      `Backed up ${recordsOf(manifest)} records and ${filesOf(manifest)} files to ${path}${encryption ? ', encrypted' : ''}.`,
    );
    console.log('Keep QUIRE_SECRET elsewhere as well: no backup holds it, and none is restored without it.');
  },
};

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Misuse(`--keep ${text}: allowed: 1 to 99999`);
  return Number(text);
}
