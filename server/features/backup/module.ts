import { defineModule } from '../../module/define-module.ts';
import { backupRoutes, seeBackups } from './backup-routes.ts';
import { backupRun } from './backup-run.collection.ts';
import { backupConcerns, backupNotices } from './notices.ts';
import { backupSettings } from './own-settings.ts';
import { backupSchedules } from './schedules.ts';

/** Backups of records and files, and proof that they can be restored. */
export const backup = defineModule({
  name: 'backup',
  about: 'server',
  settings: backupSettings,
  collections: [backupRun],
  permissions: [seeBackups],
  commands: {
    backup: async () => (await import('./backup-command.ts')).backupCommand,
    restore: async () => (await import('./restore-command.ts')).restoreCommand,
    rehearse: async () => (await import('./rehearsal/rehearse-command.ts')).rehearseCommand,
    drill: async () => (await import('./drill-command.ts')).drillCommand,
  },
  notices: backupNotices,
  open: ({ store, settings }) => ({
    routes: backupRoutes(store),
    schedules: backupSchedules(store, settings),
    concerns: () => backupConcerns(store.ownReads, settings),
  }),
});
