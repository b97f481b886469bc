// No engine changes its result: images are made smaller in the process and kept in a folder.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, mock } from 'node:test';
import sharp from 'sharp';
import { freshApp } from '../../support/fresh-app.ts';
import { image, kept, type Uploaded, upload } from '../../support/records/uploads.ts';

const app = await freshApp();
const thumbnails = () => kept(app.folder).filter((path) => path.includes('thumbnails'));

async function uploadOne(bytes: Buffer, name = 'a.png'): Promise<Uploaded> {
  const [item] = await upload(app, app.root.access, { key: 'f', name, bytes });
  assert.ok(item);
  return item;
}
const get = ({ path }: Uploaded, width: unknown, headers: Record<string, string> = {}) =>
  app.nobody.get(`/assets/${path}?width=${width}`, { headers });

let wide: Uploaded;
before(async () => {
  wide = await uploadOne(await image('png', 400, 200));
});

describe('a thumbnail', () => {
  it('is a WebP of the width, as safe as its image', async () => {
    const answer = await get(wide, 32);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'image/webp');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'; sandbox/);
    const { format, width, height } = await sharp(answer.bytes).metadata();
    assert.deepEqual([format, width, height], ['webp', 32, 16]);
  });

  it('can be had of every kind of image', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const answer = await get(await uploadOne(await image(format, 100, 50)), 32);
      assert.equal((await sharp(answer.bytes).metadata()).width, 32, format);
    }
  });

  it('can be had of an image whose end is cut off', async () => {
    const bytes = await image('png', 100, 50);
    const answer = await get(await uploadOne(bytes.subarray(0, bytes.length - 2)), 32);
    assert.equal((await sharp(answer.bytes).metadata()).width, 32);
  });

  it('is made once, however many ask at once, and is the same ever after', async () => {
    const item = await uploadOne(await image('png', 90, 90));
    const before = thumbnails().length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(item, 32)));
    assert.equal(thumbnails().length, before + 1);
    for (const { bytes } of answers) assert.deepEqual(bytes, answers[0]?.bytes);
    const { etag } = (await get(item, 32)).headers;
    assert.equal((await get(item, 32, { 'if-none-match': String(etag) })).status, 304);
    assert.notEqual(etag, (await app.nobody.get(`/assets/${item.path}`)).headers.etag);
  });

  it('that would not be smaller is the image itself', async () => {
    const bytes = await image('png', 300, 10);
    assert.deepEqual((await get(await uploadOne(bytes), 320)).bytes, bytes);
  });

  it('of a very high image is bounded in height too', async () => {
    const answer = await get(await uploadOne(await image('png', 40, 4000)), 32);
    const { width, height } = await sharp(answer.bytes).metadata();
    assert.deepEqual([width, height], [1, 128]);
  });
});

describe('a thumbnail is refused', () => {
  for (const width of [0, -1, 1, 33, 99_999_999, 1.5, 'x', '', '32&width=32'])
    it(`of the width ${width}`, async () => {
      const answer = await get(wide, width);
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], answer.text);
    });

  it('of what is no image', async () => {
    const answer = await get(await uploadOne(Buffer.from('%PDF-1.4\n%%EOF\n')), 32);
    assert.deepEqual([answer.status, answer.body.error_code], [400, 10030]);
  });

  it('of an image of too many pixels, and of one that is broken', async () => {
    const bomb = await image('png', 40, 40);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const broken = Buffer.concat([(await image('png', 40, 40)).subarray(0, 60), Buffer.from('rest')]);
    for (const bytes of [bomb, broken]) {
      const answer = await get(await uploadOne(bytes), 32);
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10210], answer.text);
    }
  });

  it('of a file that was deleted', async () => {
    const item = await uploadOne(await image('png', 90, 90));
    assert.equal((await get(item, 32)).status, 200);
    await app.root.done(`DELETE /cms/file/${item.id}`);
    assert.equal((await get(item, 32)).status, 404);
  });
});

describe('an image that cannot be decoded', () => {
  for (const form of ['width=32', 'size=square', 'size=wide'])
    it(`costs one attempt in some minutes: ${form}`, async () => {
      const sound = await image('webp', 60, 60);
      const item = await uploadOne(Buffer.from(sound).fill(0xff, 60)); // its head is sound
      const ask = async () => {
        const { status, body } = await app.nobody.get(`/assets/${item.path}?${form}`);
        return status === 200 ? [status] : [status, body.error_code];
      };
      assert.deepEqual(await ask(), [400, 10210]);
      writeFileSync(join(app.folder, 'uploads', 'files', item.path), sound); // a further attempt would succeed
      assert.deepEqual(await ask(), [400, 10210]);
      mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 });
      try {
        assert.deepEqual(await ask(), [200]);
      } finally {
        mock.timers.reset();
      }
      assert.deepEqual(await ask(), [200]);
    });
});

describe('more copies than a page shows', () => {
  const ask = (path: string, address: string) =>
    app.request('GET', path, { address, headers: { accept: 'image/webp' } });
  /** Few bytes of many pixels, so that copies take longer than requests. */
  const plain = (width: number) =>
    sharp({ create: { width, height: 2000, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();

  for (const form of ['width=32', 'size=square'])
    it(`are refused to one caller, and made for another meanwhile: ${form}`, async () => {
      const [busy, other] = ['198.51.100.7', '198.51.100.8'];
      const items: Uploaded[] = [];
      for (let item = 0; item < 4; item += 1) items.push(await uploadOne(await plain(2000 + item)));
      const [last] = items;
      assert.ok(last);
      const asked = Array.from({ length: 80 }, (_, index) =>
        ask(`/assets/${items[1 + (index % 3)]?.path}?${form}`, busy),
      );
      const theirs = ask(`/assets/${last.path}?${form}`, other);
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.deepEqual(new Set(statuses), new Set([200, 429]));
      assert.equal((await theirs).status, 200);
    });
});
