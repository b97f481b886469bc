import type { UploadedFile } from '../../../../server/features/client/runtime/requests.ts';
import { digitsOf } from '../../form/exact-json.ts';
import { sendFile } from './send-file.ts';

export type { UploadedFile };

/** Uploads a file and tells how far it is, from 0 to 1. */
export async function uploadFile(file: File, onProgress?: (part: number) => void): Promise<UploadedFile> {
  const body = new FormData();
  body.append('file', file, file.name);
  const answer = await sendFile('/cms/file', body, { ...(onProgress && { onProgress }) });
  const [uploaded] = answer as [Readonly<Record<string, unknown>>];
  return { ...uploaded, id: digitsOf(uploaded.id) ?? '' } as UploadedFile;
}
