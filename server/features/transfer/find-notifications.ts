import type { FindNotifications } from '../../module/notification.ts';
import { importCollection, pageOfImport } from './import.collection.ts';
import { message } from './messages/message.ts';

const ENDED = {
  done: 'yourImportDone',
  failed: 'yourImportFailed',
  undone: 'yourImportUndone',
  undo_failed: 'yourUndoFailed',
} as const;

/** Imports and changes by filter of a user that have ended, of collections that they may still read. */
export const findImportNotifications: FindNotifications = async ({ door, since, most }) => {
  const { actor, admission, reads } = door;
  const rights = admission.rightsOf(actor);
  const ended = await reads.where(importCollection, (select) =>
    select
      .where('create_user_id', '=', actor.id)
      .where('state', 'in', Object.keys(ENDED))
      .where('time', '>', since)
      .orderBy('time', 'desc')
      .limit(most),
  );
  return ended.flatMap((one) => {
    const served = reads.catalogue.served.find(({ name }) => name === one.collection);
    const definition = served && reads.catalogue.writable(served);
    if (!definition || rights.records(definition, 'read') === 'none') return [];
    const key = ENDED[one.state as keyof typeof ENDED]; // the query asks for these alone
    const text = message(key, { label: served.label });
    const page = pageOfImport(served.name, one);
    return [{ key: `import/${one.id}/${one.state}`, text, detail: one.file, time: one.time, page }];
  });
};
