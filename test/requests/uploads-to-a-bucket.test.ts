import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { makeS3Storage } from '../../server/features/files/s3-storage.ts';
import { freshApp } from '../support/fresh-app.ts';
import { freshBucket } from '../support/s3-bucket.ts';
import { image, kept, multipart, upload, uploadImage } from '../support/uploads.ts';

const { bucket, directory } = await freshBucket();
const app = await freshApp({ uploadBucket: bucket });
const objects = () =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('_object'));

it('an upload is kept in the bucket, and served from there', async () => {
  const uploaded = await uploadImage(app);
  assert.equal(uploaded.type, 'REMOTE');
  assert.deepEqual(objects(), [`quire-test/cms/files/${uploaded.path}._S3rver_object`]);
  assert.deepEqual(kept(app.folder), []);
  const whole = await app.request('GET', `/assets/${uploaded.path}`);
  assert.deepEqual([whole.status, whole.bytes], [200, uploaded.bytes]);
  const part = await app.request('GET', `/assets/${uploaded.path}`, { headers: { range: 'bytes=5-14' } });
  assert.deepEqual([part.status, part.bytes], [206, uploaded.bytes.subarray(5, 15)]);
  assert.equal((await app.request('HEAD', `/assets/${uploaded.path}`)).status, 200);
});

it('equal contents are kept there once', async () => {
  const before = objects().length;
  const form = { key: 'f', name: 'a.png', bytes: await image() };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => upload(app, app.root.access, form, form)),
  );
  assert.equal(new Set(answers.flat().map(({ id }) => id)).size, 1);
  assert.equal(objects().length, before + 1);
});

it('a refused upload leaves nothing there', async () => {
  const before = objects();
  const bytes = await image();
  const { status } = await app.request('POST', '/cms/file', {
    token: app.root.access,
    ...multipart([
      { key: 'f', name: 'a.png', bytes },
      { key: 'g', name: 'b.png', bytes: 'not an image' },
    ]),
  });
  assert.equal(status, 406);
  assert.deepEqual(objects(), before);
});

it('a file whose object is lost is not found', async () => {
  const uploaded = await uploadImage(app);
  await makeS3Storage(bucket).remove(`files/${uploaded.path}`);
  const answer = await app.request('GET', `/assets/${uploaded.path}`);
  assert.deepEqual([answer.status, answer.body.error_code], [404, 10026]);
});
