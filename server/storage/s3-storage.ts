import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Storage } from './storage.ts';

/** A bucket of an S3-compatible store. The SDK looks for undefined options in its usual places, such as the environment. */
export interface Bucket {
  readonly name: string;
  /** Begins every key: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string | undefined;
  readonly endpoint: string | undefined;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Keeps bytes in a bucket. */
export function makeS3Storage(bucket: Bucket): Storage {
  let connecting: ReturnType<typeof connect> | undefined;
  const connected = () => {
    connecting ??= connect(bucket);
    return connecting;
  };
  const at = (key: string) => ({ Bucket: bucket.name, Key: bucket.prefix + key });
  return {
    type: 'REMOTE',
    async put(key, file) {
      const { client, sdk } = await connected();
      const { size } = await stat(file);
      const body = createReadStream(file);
      await client.send(new sdk.PutObjectCommand({ ...at(key), Body: body, ContentLength: size }));
    },
    async open(key, range) {
      const { client, sdk } = await connected();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(key), ...part }));
        return Body as Readable;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(key) {
      const { client, sdk } = await connected();
      await client.send(new sdk.DeleteObjectCommand(at(key)));
    },
    async *list(prefix) {
      const { client, sdk } = await connected();
      const { Bucket, Key } = at(prefix);
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: Key })) {
        for (const { Key: found = '', Size: size = 0, LastModified: time } of Contents)
          yield { key: found.slice(bucket.prefix.length), size, time: Number(time) };
      }
    },
  };
}

/** The SDK is loaded when the store is first used, so that no start waits for it. */
async function connect({ region, endpoint, credentials }: Bucket) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Other stores than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, requestTimeout: 20_000 },
  });
  return { client, sdk };
}
