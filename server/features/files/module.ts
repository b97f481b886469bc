import { defineModule } from '../../module/define-module.ts';
import { makeFileAddresses } from './addresses.ts';
import { failures } from './failures.ts';
import { mayDelete, mayEdit, mayList } from './file-access.ts';
import { fileRoutes } from './file-routes.ts';
import { openInspection } from './inspection/inspect.ts';
import { fileFolder, fileTag, taggedFile } from './library/index.ts';
import { makeTakeFile } from './moved-in/take-file.ts';
import { purgeFileKinds } from './purge/purge-files.ts';
import { removePiecesKind, uploadSweep } from './resumable/remove-uploads.ts';
import { resumableUpload, uploadPiece } from './resumable/resumable-upload.collection.ts';
import { makeFileStore } from './store-file.ts';

/** Uploading, describing, arranging and serving files. */
export const files = defineModule({
  name: 'files',
  failures,
  about: 'server',
  collections: [resumableUpload, uploadPiece, fileFolder, fileTag, taggedFile],
  permissions: [mayList, mayEdit, mayDelete],
  personalData: [
    {
      definition: resumableUpload,
      owner: 'create_user_id',
      instead: { name: '', metadata: '', expire_time: 0 }, // its pieces go with the next sweep
    },
  ],
  commands: { files: async () => (await import('./command.ts')).files },
  open({ settings, store, app, uploads, fileUses: uses, toUrl }) {
    const { inspect, end } = openInspection(settings.uploadRules);
    app.addHook('onClose', () => end());
    const addresses = makeFileAddresses(settings.secrets);
    const parts = { ...uploads, rules: settings.uploadRules, inspect, addresses, toUrl };
    return {
      routes: fileRoutes(parts),
      jobs: [...purgeFileKinds(store, { storage: uploads.storage, uses }), removePiecesKind(uploads.storage)],
      schedules: [uploadSweep(store)],
      storeFile: makeFileStore(parts),
      takeFile: (onTrial) => makeTakeFile(parts, onTrial),
    };
  },
});
