import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import S3rver from 's3rver';
import type { Bucket } from '../../../server/storage/s3-storage.ts';

/** A bucket of a server that speaks the S3 protocol, gone when the test file has run; and the folder in which it keeps its objects. */
export async function freshBucket(): Promise<{ bucket: Bucket; directory: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'quire-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'quire-test' }],
  });
  const { port } = await server.run();
  after(async () => {
    server.httpServer.closeAllConnections();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const bucket = {
    name: 'quire-test',
    prefix: 'cms/',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }, // the only ones that the server knows
  };
  return { bucket, directory };
}
