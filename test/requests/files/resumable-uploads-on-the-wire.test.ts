import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Upload } from 'tus-js-client';
import { job } from '../../../server/background/job.collection.ts';
import { resumableUpload } from '../../../server/features/files/resumable/resumable-upload.collection.ts';
import { listen } from '../../../server/listen.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { freshBucket } from '../../support/outside/s3-bucket.ts';
import { tusOf } from '../../support/records/resumable-uploads.ts';
import { image, kept, uploadImage } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';

const app = await freshApp();
const member = await app.person();
const base = await listen(app.server, app.settings);
const tus = tusOf(app, member.access);
await uploadImage(app); // from now on there is a folder of uploads
const arriving = () => kept(app.folder).filter((path) => path.includes('/incoming/'));

/** Begins a request that continues an upload, of which `sent` bytes of the body are sent. */
async function beginRequest(id: number, offset: number, { body, sent }: { body: Buffer; sent: number }) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      `PATCH /cms/file/upload/${id} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${member.access}`,
      'tus-resumable: 1.0.0',
      'content-type: application/offset+octet-stream',
      `upload-offset: ${offset}`,
      `content-length: ${body.length}`,
      '\r\n',
    ].join('\r\n'),
  );
  socket.write(body.subarray(0, sent));
  return socket;
}

describe('a request that breaks off', () => {
  it('leaves what has arrived of it, and nothing else', async () => {
    const bytes = await image('png', 300, 100);
    const id = await tus.begun(bytes.length);
    const half = Math.floor(bytes.length / 2);
    const socket = await beginRequest(id, 0, { body: bytes, sent: half });
    await until(() => arriving().length > 0);
    socket.destroy();
    await until(async () => (await tus.state(id)).received > 0);
    const { received } = await tus.state(id);
    assert.ok(received <= half);
    await until(() => arriving().length === 0);
    await until(async () => (await tus.patch(id, received, bytes.subarray(received))).status === 204);
    const { file } = await tus.state(id);
    assert.deepEqual((await app.nobody.get(`/assets/${file?.path}`)).bytes, bytes);
  });

  it('keeps others from sending meanwhile, and no longer', async () => {
    const bytes = await image();
    const id = await tus.begun(bytes.length);
    const socket = await beginRequest(id, 0, { body: bytes, sent: 0 });
    const answer = () => tus.patch(id, 0, bytes);
    await until(async () => (await heldBy(id)) !== '');
    assert.equal((await answer()).status, 423);
    socket.destroy();
    await until(async () => (await answer()).status === 204);
    assert.ok((await tus.state(id)).file);
  });

  it('leaves nothing of an upload that is given up while its bytes arrive', async () => {
    const id = await tus.begun(30);
    const socket = await beginRequest(id, 0, { body: Buffer.alloc(20), sent: 10 });
    const { ownReads } = app.server.store;
    const removals = () =>
      ownReads.count(job, (select) =>
        select.where('kind', '=', 'remove pieces of an upload').where('state', '=', 'done'),
      );
    await until(() => arriving().length > 0);
    const before = await removals();
    assert.equal((await tus.remove(id)).status, 204);
    await until(async () => (await removals()) > before);
    const answered = once(socket, 'data');
    socket.write(Buffer.alloc(10));
    assert.match(String((await answered)[0]), /^HTTP\/1.1 404 /);
    socket.destroy();
    assert.deepEqual(
      kept(app.folder).filter((path) => path.includes('/pieces/')),
      [],
    );
  });

  it('removes nothing that another request holds by now', async () => {
    const id = await tus.begun(20);
    const socket = await beginRequest(id, 0, { body: Buffer.alloc(20), sent: 10 });
    await until(() => arriving().length > 0);
    await app.behind("update quire_resumable_upload set held_by = 'another' where id = ?", id);
    const answered = once(socket, 'data');
    socket.write(Buffer.alloc(10));
    assert.match(String((await answered)[0]), /^HTTP\/1.1 406 /);
    socket.destroy();
    assert.equal(await heldBy(id), 'another');
  });
});

async function heldBy(id: number): Promise<string | undefined> {
  const record = await app.server.store.ownReads.find(resumableUpload, BigInt(id));
  return record?.held_by;
}

describe('the client of the protocol', () => {
  /** Uploads as far as `until` says, and answers the address. */
  function upload(
    bytes: Buffer,
    options: {
      readonly to?: string;
      readonly url?: string;
      readonly token?: string;
      readonly stopAt?: number;
    } = {},
  ): Promise<string> {
    const { to = base, url, token = member.access, stopAt = Number.POSITIVE_INFINITY } = options;
    return new Promise((resolve, reject) => {
      const sending = new Upload(bytes, {
        endpoint: `${to}/cms/file/upload`,
        uploadUrl: url ?? null,
        headers: { authorization: `Bearer ${token}` },
        metadata: { filename: 'picture.png', filetype: 'image/png' },
        chunkSize: 5000,
        retryDelays: [0, 100, 1000, 3000, 5000, 5000],
        onProgress: (sent) => {
          if (sent >= stopAt) sending.abort().then(() => resolve(sending.url ?? ''), reject);
        },
        onSuccess: () => resolve(sending.url ?? ''),
        onError: reject,
      });
      sending.start();
    });
  }
  const idOf = (url: string) => Number(url.split('/').at(-1));

  for (const under of ['', '/lin2', '/lin3'])
    it(`uploads under the base '${under}'`, async () => {
      const bytes = await image('png', 100, 100);
      const id = idOf(await upload(bytes, { to: base + under }));
      assert.deepEqual(
        [(await tus.state(id)).file?.name, (await tus.state(id)).received],
        ['picture.png', bytes.length],
      );
    });

  it('goes on where it stopped', async () => {
    const bytes = await image('png', 100, 100);
    const url = await upload(bytes, { stopAt: 12_000 });
    assert.equal((await tus.state(idOf(url))).file, undefined);
    assert.equal(await upload(bytes, { url }), url);
    const { file } = await tus.state(idOf(url));
    assert.deepEqual((await app.nobody.get(`/assets/${file?.path}`)).bytes, bytes);
  });

  it('learns why content is refused', async () => {
    await assert.rejects(upload(Buffer.alloc(12_000)), /406/);
    await assert.rejects(upload(Buffer.alloc(app.settings.uploadRules.maxFileBytes + 1)), /413/);
    await assert.rejects(upload(await image(), { token: 'none' }), /422/);
  });

  it('uploads to a bucket', async () => {
    const { bucket } = await freshBucket();
    const remote = await freshApp({ uploadBucket: bucket, instances: 2 });
    const there = await listen(remote.server, remote.settings);
    const bytes = await image('png', 100, 100);
    const token = remote.root.access;
    const url = await upload(bytes, { to: there, token, stopAt: 12_000 });
    assert.deepEqual(kept(remote.folder), []);
    await upload(bytes, { to: there, token, url });
    const { file } = await tusOf(remote, token).state(idOf(url));
    assert.deepEqual((await remote.nobody.get(`/assets/${file?.path}`)).bytes, bytes);
  });
});
