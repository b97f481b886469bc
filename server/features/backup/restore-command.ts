import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName } from '../../database/open.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import { backupsIn } from './backup-folder.ts';
import { encryptionFor, printingDamage, projectOf, readFolder } from './command-parts.ts';
import { MANIFEST } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { recordsOf } from './runs.ts';

export const restoreCommand: Command = {
  usage: '<backup> [--key <file>]',
  summary:
    'Restores a backup to the empty database of DATABASE_URL and to the storage of uploads. All sessions and links end. Stop all servers first.',
  async run(args, host) {
    const { folder, values } = readFolder('restore', args, { key: { type: 'string' } });
    await requireBackup(folder);
    const { settings } = await projectOf(host);
    const encryption = await encryptionFor(settings, values.key);
    await printingDamage(async () => {
      const { manifest, files, ended } = await restoreBackup(folder, settings, { encryption });
      const { time, quire } = manifest;
      console.log(`Restored ${recordsOf(manifest)} records and ${files} files to ${databaseName(settings.databaseUrl)}.
  as of      ${new Date(time).toISOString()}, by Quire ${quire}
  ended      sessions: ${ended.sessions}, links: ${ended.links}; everybody signs in again
  changes    a new epoch: readers of the feed read everything anew
What was revoked, erased or deleted since then is back: API keys, accounts, records. Do that again.
Before servers start: ${quireCommand} doctor`);
    });
  },
};

/** Throws Misuse for a folder that holds backups: which one is to be restored must be said. */
async function requireBackup(folder: string): Promise<void> {
  if (existsSync(join(folder, MANIFEST))) return;
  const [newest] = await backupsIn(folder);
  if (newest !== undefined)
    throw new Misuse(`'${folder}' holds backups; name one of them, such as the newest: ${newest}`);
}
