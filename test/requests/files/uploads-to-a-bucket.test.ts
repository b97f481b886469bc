// No engine changes its result: the bucket alone is another place for files.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { operatorDoor } from '../../../server/access/operator.ts';
import { lookAtStorage } from '../../../server/cli/doctor/look-at-storage.ts';
import { compareFiles } from '../../../server/features/files/compare.ts';
import { openServer } from '../../../server/start.ts';
import { openUploads } from '../../../server/storage/open-uploads.ts';
import { makeS3Storage } from '../../../server/storage/s3-storage.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { freshBucket } from '../../support/outside/s3-bucket.ts';
import { image, kept, multipart, upload, uploadImage } from '../../support/records/uploads.ts';

const { bucket, directory } = await freshBucket();
const app = await freshApp({ uploadBucket: bucket });
const objects = () =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('_object'));

it('an upload is kept in the bucket, and served from there', async () => {
  const uploaded = await uploadImage(app);
  assert.equal(uploaded.type, 'REMOTE');
  assert.deepEqual(objects(), [`quire-test/cms/files/${uploaded.path}._S3rver_object`]);
  assert.deepEqual(kept(app.folder), []);
  const whole = await app.nobody.get(`/assets/${uploaded.path}`);
  assert.deepEqual([whole.status, whole.bytes], [200, uploaded.bytes]);
  const part = await app.nobody.get(`/assets/${uploaded.path}`, { headers: { range: 'bytes=5-14' } });
  assert.deepEqual([part.status, part.bytes], [206, uploaded.bytes.subarray(5, 15)]);
  assert.equal((await app.request('HEAD', `/assets/${uploaded.path}`)).status, 200);
});

it('equal contents are objects of their own there', async () => {
  const before = objects().length;
  const form = { key: 'f', name: 'a.png', bytes: await image() };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => upload(app, app.root.access, form, form)),
  );
  assert.equal(new Set(answers.flat().map(({ id }) => id)).size, 12);
  assert.equal(objects().length, before + 12);
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

it('a bucket that refuses the credentials gets an error of its own, and leaves nothing', async () => {
  const credentials = { accessKeyId: 'NOBODY', secretAccessKey: 'wrong' };
  const settings = { ...app.settings, uploadBucket: { ...bucket, credentials }, logLevel: 'silent' as const };
  const refused = await openServer(settings);
  app.database.closeFirst(() => refused.close());
  const { body, headers } = multipart([{ key: 'f', name: 'a.png', bytes: await image() }]);
  for (const [base, code] of [
    ['', 'error_code'],
    ['/lin2', 'error_code'],
    ['/lin3', 'code'],
  ] as const) {
    const answer = await refused.app.inject({
      method: 'POST',
      url: `${base}/cms/file`,
      headers: { ...headers, authorization: `Bearer ${app.root.access}` },
      payload: body,
    });
    assert.deepEqual([answer.statusCode, answer.json()[code]], [503, 10119], answer.body);
  }
  assert.deepEqual(kept(app.folder), []);
  assert.match(String(await lookAtStorage(settings)), /cannot be used.*AccessKeyId/);
  assert.match(String(await lookAtStorage(app.settings)), /can be read/);
});

it('a file whose object is lost is not found', async () => {
  const uploaded = await uploadImage(app);
  await makeS3Storage(bucket).remove(`files/${uploaded.path}`);
  const answer = await app.nobody.get(`/assets/${uploaded.path}`);
  assert.deepEqual([answer.status, answer.body.error_code], [404, 10026]);
});

it('what no record names there is found and removed, and records whose objects are lost', async () => {
  const uploads = openUploads({ uploadDir: join(app.folder, 'uploads'), uploadBucket: bucket });
  const [sound, gone] = [await uploadImage(app), await uploadImage(app)];
  await uploads.storage.remove(`files/${gone.path}`);
  const stray = join(app.folder, 'stray');
  writeFileSync(stray, 'bytes');
  await uploads.storage.put('files/ab/stray.png', stray);
  const find = async (now: number) => {
    const { findings: found } = await compareFiles(operatorDoor(app.server.store, 'test'), uploads, now);
    return found.filter(
      ({ what }) => /stray/.test(what) || what.includes(gone.path) || what.includes(sound.path),
    );
  };
  assert.deepEqual(
    (await find(Date.now())).map(({ kind }) => kind),
    ['record without bytes'],
    'it may be under way',
  );
  const old = await find(Date.now() + 7_200_000);
  assert.deepEqual(old.map(({ kind }) => kind).sort(), ['bytes without a record', 'record without bytes']);
  for (const { remove } of old) await remove?.();
  assert.deepEqual(await find(Date.now() + 7_200_000), []);
  assert.equal((await app.nobody.get(`/assets/${sound.path}`)).status, 200);
});
