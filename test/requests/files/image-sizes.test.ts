// No engine changes its result: images are cut in the process, and kept beside their files.
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { operatorDoor } from '../../../server/access/operator.ts';
import { compareFiles } from '../../../server/features/files/compare.ts';
import { partAround, shownSize } from '../../../server/features/files/images/crop.ts';
import { readImageSizes } from '../../../server/settings/image-sizes.ts';
import { openUploads } from '../../../server/storage/open-uploads.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { freshBucket } from '../../support/outside/s3-bucket.ts';
import { pathOf, uploadSecret } from '../../support/records/private-files.ts';
import { image, kept, type Uploaded, upload } from '../../support/records/uploads.ts';

const AVIF = 'image/avif,image/webp,image/apng,*/*;q=0.8';
const app = await freshApp({ contentDir: 'test/content/cabinet' });
const mei = await app.person();
const kai = await app.person();
const crops = () => kept(app.folder).filter((path) => path.includes('crops'));

/** Red on the left, green in the middle, blue on the right; each 100 pixels wide. */
function stripes(format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const noise = Math.floor(Math.random() * 1e9);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="100" height="100" fill="red"/><rect x="100" width="100" height="100" fill="#0f0"/><rect x="200" width="100" height="100" fill="blue"/><rect width="1" height="1" fill="#${(noise % 0xffffff).toString(16).padStart(6, '0')}"/></svg>`;
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer();
}
async function uploadOne(bytes: Buffer, by: Client & { access: string } = mei): Promise<Uploaded> {
  const [one] = await upload(app, by.access, { key: 'f', name: 'a', bytes });
  return one as Uploaded;
}
const get = ({ path }: Uploaded, size: string, accept?: string, by: Client = app.nobody) =>
  by.get(`/assets/${path}?size=${size}`, accept === undefined ? {} : { headers: { accept } });
/** The colour in the middle of an image. */
async function middle(bytes: Buffer): Promise<string> {
  const { dominant } = await sharp(bytes).stats();
  return Object.entries(dominant).reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

describe('an image in a declared size', () => {
  it('has the size, in the best form that the client names', async () => {
    const file = await uploadOne(await stripes());
    for (const [accept, type, format] of [
      [AVIF, 'image/avif', 'heif'],
      ['image/webp,*/*', 'image/webp', 'webp'],
      ['image/avif;q=0, image/webp;q=0.5', 'image/webp', 'webp'],
      ['*/*', 'image/png', 'png'],
      [undefined, 'image/png', 'png'],
      ['text/html', 'image/png', 'png'],
    ] as const) {
      const answer = await get(file, 'square', accept);
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, type], String(accept));
      assert.match(String(answer.headers.vary), /\bAccept\b/);
      assert.equal(answer.headers['cache-control'], 'public, max-age=3600');
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'; sandbox/);
      const found = await sharp(answer.bytes).metadata();
      assert.deepEqual([found.format, found.width, found.height], [format, 40, 40], String(accept));
      const { etag } = answer.headers;
      const again = await app.nobody.get(`/assets/${file.path}?size=square`, {
        headers: { ...(accept && { accept }), 'if-none-match': String(etag) },
      });
      assert.deepEqual([again.status, String(again.headers.vary).includes('Accept')], [304, true]);
    }
    const photo = await uploadOne(await stripes('jpeg'));
    assert.equal((await get(photo, 'wide', '*/*')).headers['content-type'], 'image/jpeg');
  });

  it('shows what its focus is on', async () => {
    const file = await uploadOne(await stripes());
    const shows = async (focus: object) => {
      await mei.done(`PATCH /cms/file/${file.id}`, focus);
      return middle((await get(file, 'square')).bytes);
    };
    assert.equal(await middle((await get(file, 'square')).bytes), 'g');
    assert.equal(await shows({ focus_x: 0, focus_y: 50 }), 'r');
    assert.equal(await shows({ focus_x: 100 }), 'b');
    assert.equal(await shows({ focus_x: null, focus_y: null }), 'g');
  });

  it('is made once, however many ask at once; a new focus leaves nothing of the old one', async () => {
    const file = await uploadOne(await stripes());
    const before = crops().length;
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(file, 'wide', AVIF)));
    for (const { bytes } of answers) assert.deepEqual(bytes, answers[0]?.bytes);
    assert.equal(crops().length, before + 1);
    await mei.done(`PATCH /cms/file/${file.id}`, { focus_x: 10 });
    assert.equal(crops().length, before);
    const { etag } = (await get(file, 'wide', AVIF)).headers;
    assert.notEqual(etag, answers[0]?.headers.etag);
  });

  it('never has more pixels than its image', async () => {
    const small = await uploadOne(await image('png', 30, 20));
    const { width, height } = await sharp((await get(small, 'wide')).bytes).metadata();
    assert.deepEqual([width, height], [30, 10]);
  });

  it('stands as a camera held it', async () => {
    const turned = await sharp(await stripes('jpeg'))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const file = await uploadOne(turned);
    assert.deepEqual([file.width, file.height], [100, 300]);
    await mei.done(`PATCH /cms/file/${file.id}`, { focus_y: 0 });
    assert.equal(await middle((await get(file, 'square')).bytes), 'r');
  });

  it('is refused in any other size, of other files and of what cannot be read', async () => {
    const file = await uploadOne(await stripes());
    for (const query of [
      'size=',
      'size=huge',
      'size=40x40',
      'size=square&width=32',
      'size=__proto__',
      'size=square&size=wide',
    ]) {
      const { status, body } = await app.nobody.get(`/assets/${file.path}?${query}`);
      assert.deepEqual([status, body.error_code], [400, 10030], query);
    }
    const paper = await uploadOne(Buffer.from(`%PDF-1.4\n%${Math.random()}\n%%EOF\n`));
    assert.equal((await get(paper, 'square')).status, 400);
    for (const named of ['focus_x', 'focus_y']) {
      const { status, body } = await mei.patch<{ msg: string }>(`/cms/file/${paper.id}`, { [named]: 1 });
      assert.equal(status, 400);
      assert.match(body.msg, new RegExp(named));
    }
    const bomb = await image('png', 40, 40);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const { status, body } = await get(await uploadOne(bomb), 'square');
    assert.deepEqual([status, body.error_code], [400, 10210]);
    for (const focus_x of [-1, 101, 1.5, '50', true])
      assert.equal((await mei.patch(`/cms/file/${file.id}`, { focus_x })).status, 400, String(focus_x));
    assert.equal((await kai.patch(`/cms/file/${file.id}`, { focus_x: 1 })).status, 404);
  });

  it('is refused by the name of the setting where no size is declared', async () => {
    const { uploadRules } = app.settings;
    const bare = await freshApp({
      uploadRules: { ...uploadRules, imageSizes: new Map(), thumbnailWidths: [] },
    });
    const [file] = await upload(bare, bare.root.access, { key: 'f', name: 'a', bytes: await stripes() });
    for (const [query, setting] of [
      ['size=square', 'IMAGE_SIZES'],
      ['width=32', 'THUMBNAIL_WIDTHS'],
    ]) {
      const headers = { 'accept-language': 'en' };
      const { status, body } = await bare.nobody.get<{ msg: string }>(`/assets/${file?.path}?${query}`, {
        headers,
      });
      const [name] = String(query).split('=');
      assert.deepEqual(
        [status, body.msg],
        [400, `Invalid input: ${name} can have no value: none is set by ${setting}`],
      );
    }
  });

  it('is gone with its file', async () => {
    const file = await uploadOne(await stripes());
    assert.equal((await get(file, 'square')).status, 200);
    await app.root.done(`DELETE /cms/file/${file.id}`);
    assert.equal((await get(file, 'square')).status, 404);
  });
});

describe('the declared sizes, and the widths of thumbnails', () => {
  for (const [who, person, status] of [
    ['nobody', app.nobody, 401],
    ['a member', mei, 200],
    ['the super administrator', app.root, 200],
  ] as const)
    it(`${who} is answered ${status}`, async () => {
      const { status: given, body } = await person.get<{ items: unknown[]; widths: number[] }>(
        '/cms/file/size',
      );
      assert.equal(given, status);
      if (status !== 200) return;
      assert.deepEqual(body.items[0], { name: 'square', width: 40, height: 40 });
      assert.deepEqual(body.widths, [32, 320]);
    });
});

describe('a private image in a size', () => {
  it('is for those who may read it, and for holders of an address in that size', async () => {
    const file = await uploadSecret(mei, await stripes());
    const path = `/cms/file/${file.id}/content?size=square`;
    const own = await mei.get(path, { headers: { accept: AVIF } });
    assert.deepEqual([own.status, own.headers['content-type']], [200, 'image/avif']);
    assert.equal(own.headers['cache-control'], 'private, no-cache');
    assert.match(String(own.headers.vary), /\bAccept\b/);
    for (const other of [kai, app.nobody]) {
      assert.equal((await other.get(path, { headers: { accept: AVIF } })).status, 404);
      assert.equal((await other.get(`/cms/file/${file.id}/address?size=square`)).status, 404);
      assert.equal((await get(file, 'square', AVIF, other)).status, 404);
    }
    const { url } = await mei.read<{ url: string }>(`/cms/file/${file.id}/address?size=square`);
    const signed = pathOf(url);
    assert.equal((await app.nobody.get(signed, { headers: { accept: AVIF } })).status, 200);
    for (const changed of [
      signed.replace('size=square', 'size=wide'),
      signed.replace('&size=square', ''),
      signed.replace('size=square', 'width=32'),
    ])
      assert.equal((await app.nobody.get(changed)).status, 404, changed);
    assert.equal((await mei.get(`/cms/file/${file.id}/address?size=huge`)).status, 400);
  });
});

it('an image in a size is kept in the bucket', async () => {
  const { bucket } = await freshBucket();
  const far = await freshApp({ uploadBucket: bucket });
  const [file] = await upload(far, far.root.access, { key: 'f', name: 'a', bytes: await stripes() });
  const { storage } = openUploads({ uploadDir: join(far.folder, 'uploads'), uploadBucket: bucket });
  const asked = () =>
    far.nobody.get(`/assets/${file?.path}?size=wide`, { headers: { accept: 'image/webp' } });
  const first = await asked();
  assert.ok(await storage.open(`crops/${file?.path}.120x40.50-50.webp`));
  assert.deepEqual((await asked()).bytes, first.bytes);
});

it('what is left of an older focus, or of no file, is found and removed', async () => {
  const file = await uploadOne(await stripes());
  await get(file, 'square');
  const uploads = openUploads({ uploadDir: join(app.folder, 'uploads'), uploadBucket: undefined });
  const [one] = crops().filter((path) => path.includes(`/crops/${file.path}`));
  assert.ok(one);
  await app.behind('update quire_file set focus_x = 7 where id = ?', BigInt(file.id));
  const old = Date.now() / 1000 - 7200;
  utimesSync(one, old, old);
  const { findings } = await compareFiles(operatorDoor(app.server.store, 'test'), uploads, Date.now());
  const mine = findings.filter(({ what }) => what.includes(file.path));
  assert.deepEqual(
    mine.map(({ kind }) => kind),
    ['bytes without a record'],
  );
});

it('a part has the shape of the size and holds the focus', () => {
  for (let times = 0; times < 2000; times += 1) {
    const side = (most: number) => 1 + Math.floor(Math.random() * most);
    const [whole, size] = [
      { width: side(6000), height: side(6000) },
      { width: side(4000), height: side(4000) },
    ];
    const focus = { x: side(101) - 1, y: side(101) - 1 };
    const part = partAround(focus, whole, size);
    const told = JSON.stringify({ whole, size, focus, part });
    assert.ok(part.left >= 0 && part.top >= 0 && part.width >= 1 && part.height >= 1, told);
    assert.ok(part.left + part.width <= whole.width && part.top + part.height <= whole.height, told);
    assert.ok(part.width === whole.width || part.height === whole.height, told);
    const at = { x: (whole.width * focus.x) / 100, y: (whole.height * focus.y) / 100 };
    assert.ok(at.x >= part.left - 1 && at.x <= part.left + part.width + 1, told);
    assert.ok(at.y >= part.top - 1 && at.y <= part.top + part.height + 1, told);
    const shown = shownSize(part, size);
    assert.ok(shown.width <= whole.width && shown.height <= whole.height && shown.width <= size.width, told);
  }
});

it('sizes are declared soundly or not at all', () => {
  assert.deepEqual([...(readImageSizes('card=400x300, hero=1600x900') ?? [])].length, 2);
  assert.equal(readImageSizes('')?.size, 0);
  for (const text of [
    'card',
    'card=0x1',
    'card=4001x1',
    'card=1x1,card=2x2',
    '9=1x1',
    'a=1x1,',
    'Card=1x1',
    'a=1x',
  ])
    assert.equal(readImageSizes(text), undefined, text);
  assert.equal(readImageSizes(Array.from({ length: 21 }, (_, at) => `s${at}=1x1`).join()), undefined);
});
