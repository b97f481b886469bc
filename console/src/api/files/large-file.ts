import {
  giveUpUpload,
  type UploadTerms,
  uploadInPieces,
} from '../../../../server/features/client/runtime/resumable-upload.ts';
import { connection } from '../connection.ts';
import type { UploadedFile } from './files.ts';

/** Uploads of this page that stopped: sending the same file again goes on with them. */
const begun = new WeakMap<File, string>();

/** Uploads a file in pieces, which survive a lost network. One that is stopped by its signal is given up. */
export async function uploadLargeFile(file: File, terms: UploadTerms): Promise<UploadedFile> {
  try {
    const uploaded = await uploadInPieces(connection, file, {
      ...terms,
      id: begun.get(file),
      onBegun: (id) => begun.set(file, id),
    });
    begun.delete(file); // sent again, it is another file
    return uploaded;
  } catch (error) {
    const id = begun.get(file);
    if (id !== undefined && terms.signal?.aborted) {
      begun.delete(file);
      await giveUpUpload(connection, id).catch(() => undefined); // otherwise it expires
    }
    throw error;
  }
}
