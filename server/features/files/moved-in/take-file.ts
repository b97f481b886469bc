import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { FileOwner } from '../../../records/take-file.ts';
import { openTempFolder } from '../../../shared/system/folders.ts';
import type { Uploads } from '../../../storage/open-uploads.ts';
import type { UploadRules } from '../../../storage/upload-rules.ts';
import type { Examined } from '../inspection/examine.ts';
import type { Inspect } from '../inspection/inspect.ts';
import { keyOf, newPath, ownValues } from '../keep.ts';
import { receiveFile } from '../receive.ts';

/** Who asks for inspections. */
const requester = { caller: 'moved in' };

/**
 * Takes files that move in from elsewhere by the rules of uploads, and throws if these refuse one. `store` keeps the bytes under
 * the path; bytes whose record is never written are swept like those of uploads. On trial, nothing comes into the folder of uploads.
 */
export function makeTakeFile(
  { storage, incoming, rules, inspect }: Uploads & { readonly rules: UploadRules; readonly inspect: Inspect },
  onTrial: boolean,
) {
  return async (content: Readable, name: string, as: FileOwner = 'shared') => {
    await using opened = new AsyncDisposableStack();
    const folder = opened.use(await openTempFolder(onTrial ? tmpdir() : incoming));
    const received = await receiveFile(content, name, rules, folder.path);
    const { file, ...examined } = await inspect(received, requester);
    const values = as === 'shared' ? sharedValues(examined) : ownValues(examined, as === 'private');
    const kept = opened.move();
    return {
      values,
      store: () => storage.put(keyOf(values.path), file),
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  };
}

/** The record of a content that any number of moves share. */
function sharedValues({ name, sha256, mime, extension, size, width, height }: Omit<Examined, 'file'>) {
  const path = newPath(sha256, extension);
  return { name, path, sha256, private: false, mime, extension, size, width, height };
}
