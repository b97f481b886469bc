import { openUploads, type UploadLocation } from '../../storage/open-uploads.ts';

/** Whether the bucket of uploads can be read with its credentials. A start does not need it, but files do. */
export async function lookAtStorage(settings: UploadLocation): Promise<string[]> {
  const { uploadBucket: bucket } = settings;
  if (!bucket) return [];
  try {
    for await (const _ of openUploads(settings).storage.list('files/0')) break;
    return [`Uploads    the bucket ${bucket.name} can be read`];
  } catch (error) {
    const { name, message } = (error as Error).cause as Error; // what the store said
    return [
      `Uploads    the bucket ${bucket.name} cannot be used, so uploads are refused: ${name}: ${message}`,
    ];
  }
}
