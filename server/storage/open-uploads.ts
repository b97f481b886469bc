import { join } from 'node:path';
import { guardedStorage } from './guarded-storage.ts';
import { makeLocalStorage } from './local-storage.ts';
import { type Bucket, makeS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** The settings that say where uploads are. */
export interface UploadLocation {
  readonly uploadDir: string;
  readonly uploadBucket: Bucket | undefined;
}

export interface Uploads {
  readonly storage: Storage;
  /** The folder in which files arrive. */
  readonly incoming: string;
}

/** Uploads arrive in their folder, and stay there unless there is a bucket. */
export function openUploads({ uploadDir, uploadBucket }: UploadLocation): Uploads {
  return {
    storage: uploadBucket ? guardedStorage(makeS3Storage(uploadBucket)) : makeLocalStorage(uploadDir),
    incoming: join(uploadDir, 'incoming'), // on the same file system as the folder
  };
}
