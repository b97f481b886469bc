// No engine changes its result: the process signs addresses and checks them.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeFileAddresses } from '../../../server/features/files/addresses.ts';
import type { BodyOf } from '../../support/bodies.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { freshBucket } from '../../support/outside/s3-bucket.ts';
import { pathOf, uploadSecret } from '../../support/records/private-files.ts';
import { image, uploadImage } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';

const contentDir = 'test/content/cabinet';
const { bucket, directory } = await freshBucket();
const inFolder = await freshApp({ contentDir });
const inBucket = await freshApp({ contentDir, uploadBucket: bucket });
const { settings } = inFolder;

for (const [where, app] of [
  ['a folder', inFolder],
  ['a bucket', inBucket],
] as const)
  describe(`a signed address of a private file in ${where}`, () => {
    it('opens it for everybody who holds it, whole and in parts', async () => {
      const mei = await app.person();
      const file = await uploadSecret(mei);
      const { url, expire_time: expires } = await mei.read<BodyOf<'GET /cms/file/:id/address'>>(
        `/cms/file/${file.id}/address`,
      );
      assert.ok(url.startsWith('https://quire.test/cms/file/'));
      assert.ok(!url.includes(mei.access) && !url.includes(file.path));
      assert.ok(Number(expires) > Date.now() && Number(expires) <= Date.now() + 60_000);
      const whole = await app.nobody.get(pathOf(url));
      assert.deepEqual([whole.status, whole.bytes], [200, file.bytes]);
      assert.match(String(whole.headers['cache-control']), /^private, max-age=\d\d?$/);
      assert.equal(whole.headers['referrer-policy'], 'no-referrer');
      assert.equal(whole.headers['content-security-policy'], "default-src 'none'; sandbox");
      const part = await app.nobody.get(pathOf(url), { headers: { range: 'bytes=5-14' } });
      assert.deepEqual([part.status, part.bytes], [206, file.bytes.subarray(5, 15)]);
      assert.equal((await app.request('HEAD', pathOf(url))).status, 200);
    });

    it('opens one thumbnail alone', async () => {
      const mei = await app.person();
      const file = await uploadSecret(mei, await image('png', 400, 40));
      const { url } = await mei.read<BodyOf<'GET /cms/file/:id/address'>>(
        `/cms/file/${file.id}/address?width=320`,
      );
      const small = await app.nobody.get(pathOf(url));
      assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/webp']);
      for (const changed of ['', '&width=32', '&width=9999'])
        assert.notEqual((await app.nobody.get(pathOf(url).replace('&width=320', changed))).status, 200);
      assert.equal((await mei.get(`/cms/file/${file.id}/address?width=33`)).status, 400);
      assert.equal((await mei.get(`/cms/file/${file.id}/content?width=32`)).status, 200);
    });
  });

it('a private file in a bucket lies there under no public key', async () => {
  const file = await uploadSecret(inBucket.root);
  const objects = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  assert.ok(objects.some((path) => path.includes(file.path)));
  assert.equal((await inBucket.nobody.get(`/assets/${file.path}`)).status, 404);
});

describe('a signed address', () => {
  it('opens nothing once one of its parts is changed', async () => {
    const [one, other] = [await uploadSecret(inFolder.root), await uploadSecret(inFolder.root)];
    const { url, expire_time } = await inFolder.root.read<BodyOf<'GET /cms/file/:id/address'>>(
      `/cms/file/${one.id}/address`,
    );
    const path = pathOf(url);
    const signature = new URL(url).searchParams.get('signature') ?? '';
    for (const changed of [
      path.replace(`/file/${one.id}/`, `/file/${other.id}/`),
      path.replace(`/file/${one.id}/`, '/file/999999/'),
      path.replace(String(expire_time), String(Number(expire_time) + 1)),
      path.replace(signature, ''),
      path.replace(signature, 'A'.repeat(43)),
      path.replace(signature, `${signature}A`),
      path.replace(/signature=[^&]*&?/, ''),
      path.replace(/expires=[^&]*&?/, ''),
      `${path}&width=32`,
    ])
      assert.ok([400, 404].includes((await inFolder.nobody.get(changed)).status), changed);
    assert.equal((await inFolder.nobody.get(path)).status, 200);
  });

  it('opens nothing once its file is deleted', async () => {
    const file = await uploadSecret(inFolder.root);
    const { url } = await inFolder.root.read<BodyOf<'GET /cms/file/:id/address'>>(
      `/cms/file/${file.id}/address`,
    );
    await inFolder.root.done(`DELETE /cms/file/${file.id}`);
    assert.equal((await inFolder.nobody.get(pathOf(url))).status, 404);
  });

  it('opens nothing once its time is over', async () => {
    const short: FreshApp = await freshApp({
      contentDir,
      uploadRules: { ...settings.uploadRules, addressMs: 1 },
    });
    const file = await uploadSecret(short.root);
    const { url } = await short.root.read<BodyOf<'GET /cms/file/:id/address'>>(
      `/cms/file/${file.id}/address`,
    );
    await until(async () => (await short.nobody.get(pathOf(url))).status === 404);
  });

  it('of a public file is the public one', async () => {
    const file = await uploadImage(inFolder);
    assert.deepEqual(await inFolder.root.read(`/cms/file/${file.id}/address?width=32`), {
      url: `${file.url}?width=32`,
      expire_time: null,
    });
  });

  it('is signed with a key of its own, and known while its secret is', () => {
    const opened = { path: 'ab/cd-p.png', width: undefined, expires: 2000 };
    const old = makeFileAddresses(['old secret']);
    const both = makeFileAddresses(['new secret', 'old secret']);
    const signature = old.sign(opened);
    assert.ok(both.isValid(opened, signature, 1999));
    assert.ok(!both.isValid(opened, signature, 2000));
    assert.ok(!makeFileAddresses(['new secret']).isValid(opened, signature, 1999));
    assert.notEqual(both.sign(opened), signature);
  });
});

describe('the content by id', () => {
  it('is kept by nobody without asking again', async () => {
    const file = await uploadSecret(inFolder.root);
    const first = await inFolder.root.get(`/cms/file/${file.id}/content`);
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    const headers = { 'if-none-match': String(first.headers.etag) };
    assert.equal((await inFolder.root.get(`/cms/file/${file.id}/content`, { headers })).status, 304);
    assert.equal((await inFolder.nobody.get(`/cms/file/${file.id}/content`, { headers })).status, 404);
  });

  it('is answered on every base', async () => {
    const file = await uploadSecret(inFolder.root);
    for (const base of ['', '/lin2', '/lin3']) {
      assert.equal((await inFolder.root.get(`${base}/cms/file/${file.id}/content`)).status, 200);
      assert.equal((await inFolder.nobody.get(`${base}/cms/file/${file.id}/content`)).status, 404);
    }
  });
});
