// No engine changes its result: the bucket alone is another place for files.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { backUp, emptyPlace, restore } from '../../support/backups.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { freshBucket } from '../../support/outside/s3-bucket.ts';
import { uploadImage } from '../../support/records/uploads.ts';

it('files of a bucket are backed up, and restored to another one', async () => {
  const [one, other] = [await freshBucket(), await freshBucket()];
  const app = await freshApp({ uploadBucket: one.bucket });
  const uploaded = await uploadImage(app);
  const { path, manifest } = await backUp(app.settings);
  assert.equal(manifest.files[`files/${uploaded.path}`]?.size, uploaded.bytes.length);
  const place = await emptyPlace({ ...app.settings, uploadBucket: other.bucket });
  assert.equal((await restore(path, place.settings)).files, 1);
  const restored = await freshApp({
    ...place.at,
    uploadBucket: other.bucket,
    secrets: app.settings.secrets,
  });
  const { status, bytes } = await restored.nobody.get(`/assets/${uploaded.path}`);
  assert.deepEqual([status, bytes], [200, uploaded.bytes]);
  await restored.end();
  await place.remove();
});
