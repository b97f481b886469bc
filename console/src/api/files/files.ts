import type { UploadedFile } from '../../../../server/features/client/runtime/requests.ts';
import { digitsOf } from '../../form/exact-json.ts';
import { sendFile } from './send-file.ts';

export type { UploadedFile };

interface Sending {
  readonly private?: boolean | undefined;
  /** Told how far it is, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Uploads a file. */
export async function uploadFile(
  file: File,
  { private: isPrivate, onProgress }: Sending = {},
): Promise<UploadedFile> {
  const body = new FormData();
  body.append('file', file, file.name);
  const answer = await sendFile(isPrivate ? '/cms/file?private=true' : '/cms/file', body, {
    ...(onProgress && { onProgress }),
  });
  const [uploaded] = answer as [Readonly<Record<string, unknown>>];
  return { ...uploaded, id: digitsOf(uploaded.id) ?? '' } as UploadedFile;
}
