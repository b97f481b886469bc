import type { Reads } from '../../records/store/reads.ts';
import type { BackupSettings } from './own-settings.ts';
import { lastRun } from './runs.ts';

/** What the operator should know of backups: those that should be made and were not, or could not be restored. */
export async function backupNotices(reads: Reads, { backupTo }: BackupSettings): Promise<string[]> {
  if (backupTo === undefined) return [];
  const [made, tried] = [
    await lastRun(reads, 'backup', { hasWorked: false }),
    await lastRun(reads, 'drill', { hasWorked: false }),
  ];
  const notices: string[] = [];
  if (typeof made?.problem === 'string') notices.push(`The last backup could not be made: ${made.problem}`);
  if (typeof tried?.problem === 'string') notices.push(`The last drill failed: ${tried.problem}`);
  return notices;
}
