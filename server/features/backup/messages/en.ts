import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  backupsTag: 'Backups',
  seeBackups: 'See how backups fare',
  backupRunLabel: 'Run of a backup',
  backupHealth: 'The last backup and the last restore that was tried, and the last of each that worked',
  backupName: 'The name of the backup; empty if there is none',
  backupProblem: 'Why it failed; null if it worked',
  backupFailed: ({ problem }) => `The last backup could not be made: ${problem}`,
  drillFailed: ({ problem }) => `The last drill failed: ${problem}`,
  databaseRestored: ({ time }) => `Database restored from the backup of ${time}`,
};
