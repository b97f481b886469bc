import { integer } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { bulkByFilterRoutes } from './by-filter/bulk-routes.ts';
import { importConcerns } from './concerns.ts';
import { findImportNotifications } from './find-notifications.ts';
import { importBatch, importCollection } from './import.collection.ts';
import { importJobKinds, importsWait } from './import-jobs.ts';
import { importRoutes } from './import-routes.ts';

/** Imports of whole tables, and changes of all records that a filter finds. */
export const transfer = defineModule({
  name: 'transfer',
  needs: ['move-in'],
  settings: {
    IMPORT_MAX_BYTES: integer({
      initial: 104_857_600,
      min: 1,
      max: 2_000_000_000,
      meaning: 'Largest file that can be imported over HTTP, in bytes; `quire import` has no limit.',
    }),
  },
  collections: [importCollection, importBatch],
  personalData: [
    { definition: importCollection, owner: 'create_user_id', instead: { file: '', problem: null } },
  ],
  fileUses: { mayNameAny: importsWait },
  commands: {
    export: async () => (await import('./export-command.ts')).exportCollection,
    import: async () => (await import('./command.ts')).importFile,
  },
  open({ settings, store, uploads, admitTask }) {
    const { storage: files, incoming } = uploads;
    const parts = { store, files, incoming, mostBytes: settings.importMaxBytes };
    return {
      routes: [...importRoutes(parts), ...bulkByFilterRoutes(parts)],
      jobs: importJobKinds({ store, files, admitTask }),
      concerns: importConcerns(store),
      notifications: findImportNotifications,
    };
  },
});
