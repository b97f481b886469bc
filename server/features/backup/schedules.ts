import { PermanentFailure, type Schedule } from '../../background/index.ts';
import { CannotStart } from '../../errors.ts';
import { type RecordStore, retentionSchedule } from '../../records/index.ts';
import { backupRun, RUN_DAYS } from './backup-run.collection.ts';
import { Damaged } from './damaged.ts';
import { tryRestore } from './drill.ts';
import { readEncryption } from './encryption.ts';
import { makeBackup } from './make-backup.ts';
import { newestIn } from './newest.ts';
import { type BackupSettings, patternOf } from './own-settings.ts';
import { noteRun, type Outcome, timed } from './runs.ts';

/** What a server does of itself about backups: nothing unless a setting names a folder. */
export function backupSchedules(store: RecordStore, settings: BackupSettings): Schedule[] {
  const { backupTo: folder, backupAt, backupDrillAt, backupKeep, backupKeyFile } = settings;
  const runs = retentionSchedule(store, { definition: backupRun, age: 'time', days: RUN_DAYS });
  if (folder === undefined) return [runs];
  const open = async (signal: AbortSignal) => ({
    encryption: backupKeyFile === undefined ? undefined : await readEncryption(backupKeyFile),
    signal,
  });
  const scheduled = (
    name: string,
    time: string,
    run: (signal: AbortSignal) => Promise<Outcome>,
  ): Schedule[] => {
    const cron = patternOf(time);
    if (cron === undefined) return [];
    return [{ name, cron, run: async (signal) => settle(store, signal, await run(signal)) }];
  };
  return [
    runs,
    ...scheduled('make a backup', backupAt, (signal) =>
      timed('backup', async () =>
        makeBackup(folder, { settings, keep: backupKeep, ...(await open(signal)) }),
      ),
    ),
    ...scheduled('try the newest backup', backupDrillAt, (signal) =>
      timed('drill', async () => {
        const path = await newestIn(folder);
        const { catalogue } = store;
        return { path, manifest: await tryRestore(path, settings, { ...(await open(signal)), catalogue }) };
      }),
    ),
  ];
}

/** Notes what became of a run. A server that stops has broken it off; it is repeated, unless that cannot help. */
async function settle(store: RecordStore, signal: AbortSignal, outcome: Outcome): Promise<void> {
  const { error } = outcome;
  if (signal.aborted && error !== undefined) throw error;
  await noteRun(store, outcome);
  if (error === undefined) return;
  if (error instanceof CannotStart || error instanceof Damaged) throw new PermanentFailure(error.message);
  throw error;
}
