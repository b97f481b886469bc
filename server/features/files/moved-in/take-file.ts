import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { openTempFolder } from '../../../shared/system/folders.ts';
import type { Uploads } from '../../../storage/open-uploads.ts';
import type { UploadRules } from '../../../storage/upload-rules.ts';
import type { Inspect } from '../inspection/inspect.ts';
import { keyOf, newPath } from '../keep.ts';
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
  return async (content: Readable, name: string) => {
    await using opened = new AsyncDisposableStack();
    const folder = opened.use(await openTempFolder(onTrial ? tmpdir() : incoming));
    const received = await receiveFile(content, name, rules, folder.path);
    const { file, sha256, mime, extension, size, width, height, ...prepared } = await inspect(
      received,
      requester,
    );
    const path = newPath(sha256, extension);
    const kept = opened.move();
    return {
      values: { name: prepared.name, path, sha256, private: false, mime, extension, size, width, height },
      store: () => storage.put(keyOf(path), file),
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  };
}
