import type { UploadedFile } from '../../../../server/client/runtime/requests.ts';
import { digitsOf } from '../../form/digits.ts';
import { sendFile } from './send-file.ts';

export type { UploadedFile };

interface Sending {
  readonly private?: boolean | undefined;
  /** Called with the part that has arrived, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** Stops the upload, and leaves nothing of it. */
  readonly signal?: AbortSignal | undefined;
  /** How often in a row a large file is tried again without a network. */
  readonly retries?: number;
}

/** Larger files arrive in pieces. */
const MOST_AT_ONCE = 5_000_000;

/** Uploads a file. */
export async function uploadFile(
  file: File,
  { private: isPrivate = false, onProgress, signal, ...large }: Sending = {},
): Promise<UploadedFile> {
  const how = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  if (file.size > MOST_AT_ONCE) {
    const { uploadLargeFile } = await import('./large-file.ts');
    return uploadLargeFile(file, { ...how, ...large, private: isPrivate });
  }
  const body = new FormData();
  body.append('file', file, file.name);
  const answer = await sendFile(isPrivate ? '/cms/file?private=true' : '/cms/file', body, how);
  const [uploaded] = answer as [Readonly<Record<string, unknown>>];
  return { ...uploaded, id: digitsOf(uploaded.id) ?? '' } as UploadedFile;
}
