// Takes long: a server is killed in an upload, and another one goes on with it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { image } from '../../support/records/uploads.ts';
import { type Running, signIn, start, uploadsOf } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const NAME = 'resumed';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']>;
}

let token: string;

const ask = ({ base }: Running, path: string, { headers, ...sent }: Sent = {}) =>
  fetch(base + path, {
    ...sent,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    duplex: 'half',
    signal: AbortSignal.timeout(60_000),
  });

const patch = (server: Running, path: string, offset: number, body: NonNullable<RequestInit['body']>) =>
  ask(server, path, {
    method: 'PATCH',
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  });

test('a kill loses no byte that was acknowledged, and the upload goes on at another process', async () => {
  const bytes = await image('png', 600, 300);
  const third = Math.floor(bytes.length / 3);
  const server = await start(NAME);
  token = await signIn(server);
  const made = await ask(server, '/cms/file/upload', {
    method: 'POST',
    headers: { 'upload-length': String(bytes.length) },
  });
  const path = String(made.headers.get('location'));
  assert.equal((await patch(server, path, 0, bytes.subarray(0, third))).status, 204);

  const halting = new Readable({ read: () => undefined });
  halting.push(bytes.subarray(third, 2 * third));
  const cut = patch(server, path, third, Readable.toWeb(halting)).catch(() => undefined);
  const arriving = () => readdirSync(join(uploadsOf(NAME), 'incoming'), { recursive: true });
  await until(() => arriving().some((entry) => String(entry).includes('piece')));
  server.child.kill('SIGKILL');
  await once(server.child, 'close');
  await cut;

  const other = await start(NAME);
  const head = await ask(other, path, { method: 'HEAD' });
  assert.equal(head.headers.get('upload-offset'), String(third));
  await until(async () => (await patch(other, path, third, bytes.subarray(third))).status === 204, 500);
  const { file } = (await (await ask(other, path)).json()) as { file: { path: string } };
  const served = await fetch(`${other.base}/assets/${file.path}`);
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes);
});
