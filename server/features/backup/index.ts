// What backups offer to rehearsals.

export { checkBackup } from './check-backup.ts';
export { type BackupAccess, loadTables, requireFitting } from './load-backup.ts';
export { type Manifest, readManifest } from './manifest.ts';
export type { BackupSettings } from './own-settings.ts';
