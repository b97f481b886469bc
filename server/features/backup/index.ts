// What backups offer to rehearsals.

export { type BackupAccess, checkBackup, loadTables, requireFitting } from './load-backup.ts';
export { type Manifest, readManifest } from './manifest.ts';
export type { BackupSettings } from './own-settings.ts';
