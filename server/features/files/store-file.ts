import { decideReach, reachOf, requireAllowed } from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { fileUrl } from '../../http/file-addresses.ts';
import type { FileStore } from '../../http/project/file-store.ts';
import { file } from '../../records/file.collection.ts';
import { openTempFolder } from '../../shared/system/folders.ts';
import type { FileParts } from './file-parts.ts';
import { type FileRecord, keepFiles } from './keep.ts';
import { receiveFile } from './receive.ts';

/** Lets own routes store files by the rules of uploads. */
export function makeFileStore(parts: FileParts): FileStore {
  const { incoming, rules, inspect, toUrl } = parts;
  return async (door, { content, name, finish, ...bounds }) => {
    requireAllowed(decideReach(door.actor, login, reachOf(file.name, 'create')));
    await using folder = await openTempFolder(incoming);
    const received = await receiveFile(content, name, rules, folder.path);
    const prepared = await inspect(received, door.admission.requester);
    await keepFiles(door, parts, [prepared], {
      ...bounds,
      finish: (writes, records) => {
        const record = records[0] as FileRecord; // one for each upload
        const { id, path, mime, extension, size, width, height } = record;
        const url = fileUrl(record, toUrl);
        const { name } = prepared;
        const about = { id, name, url, path, mime, extension, size, width, height, private: record.private };
        return finish(writes, about);
      },
    });
  };
}
