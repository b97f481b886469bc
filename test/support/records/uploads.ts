import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { upload as uploadRecord } from '../../../server/records/upload.collection.ts';
import type { ItemOf } from '../bodies.ts';
import type { FreshApp } from '../fresh-app.ts';
import type { Running } from '../server-process.ts';

const BOUNDARY = '----quire-test-boundary';

export interface Part {
  readonly key: string;
  readonly bytes: Buffer | string;
  /** Without a name the part is a plain form field. */
  readonly name?: string;
}

export type Uploaded = ItemOf<'POST /cms/file'>;

/** A multipart body, and the header that says so. */
export function multipart(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ key, name, bytes }) => {
    const file = name === undefined ? '' : `; filename="${name}"`;
    return [
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"${file}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ];
  });
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** An image that no other test uploads. */
export function image(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff' = 'png',
  width = 40,
  height = 30,
): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * 3), { raw })
    .toFormat(format)
    .toBuffer();
}

/** Uploads that must be taken. */
export async function upload(
  app: FreshApp,
  token: string,
  ...parts: readonly Part[]
): Promise<readonly Uploaded[]> {
  return app.send<Uploaded[]>('POST', '/cms/file', { token, ...multipart(parts) });
}

/** What an earlier version noted when a user sent contents that were stored already. */
export function heldOfOld(app: FreshApp, user: { readonly id: number }, file: { readonly id: number }) {
  return app.server.store.write(systemContext('earlier'), (writes) =>
    writes.create(uploadRecord, { user_id: BigInt(user.id), file_id: BigInt(file.id) }),
  );
}

/** Uploads one new image. */
export async function uploadImage(
  app: FreshApp,
  token: string = app.root.access,
): Promise<Uploaded & { bytes: Buffer }> {
  const bytes = await image();
  const [uploaded] = await upload(app, token, { key: 'file', name: 'image.png', bytes });
  assert.ok(uploaded);
  return { ...uploaded, bytes };
}

/** Every file that lies in a folder of uploads, at any depth. */
export function kept(folder: string): string[] {
  const entries = readdirSync(join(folder, 'uploads'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Uploads to a server that runs as a process of its own; a new image unless bytes are given. */
export async function uploadTo(
  { base }: Pick<Running, 'base'>,
  token: string,
  bytes?: Buffer,
): Promise<Uploaded> {
  const { body, headers } = multipart([
    { key: 'f', name: 'a.png', bytes: bytes ?? (await image('png', 400, 40)) },
  ]);
  const answer = await fetch(`${base}/cms/file`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
    signal: AbortSignal.timeout(60_000),
  });
  assert.equal(answer.status, 200);
  const [uploaded] = (await answer.json()) as [Uploaded];
  return uploaded;
}
