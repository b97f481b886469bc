import {
  giveUpUpload,
  type UploadOptions,
  uploadInPieces,
} from '../../../../server/client/runtime/resumable-upload.ts';
import { connection } from '../connection.ts';
import type { UploadedFile } from './files.ts';

/** The ids of uploads that this page began: sending the same file again resumes its upload. */
const begun = new WeakMap<File, string>();

/** Uploads a file in pieces, so that it survives a lost network. If `signal` stops the upload, it is deleted. */
export async function uploadLargeFile(file: File, options: UploadOptions): Promise<UploadedFile> {
  try {
    const uploaded = await uploadInPieces(connection, file, {
      ...options,
      id: begun.get(file),
      onBegun: (id) => begun.set(file, id),
    });
    begun.delete(file); // sent again, it is another file
    return uploaded;
  } catch (error) {
    const id = begun.get(file);
    if (id !== undefined && options.signal?.aborted) {
      begun.delete(file);
      await giveUpUpload(connection, id).catch(() => undefined); // otherwise it expires
    }
    throw error;
  }
}
