// No engine changes its result: images are changed before their records are written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { settingsFrom } from '../../../server/settings.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { image, multipart, upload } from '../../support/records/uploads.ts';

const TYPES = new Set(['jpg', 'png', 'gif', 'webp', 'avif', 'tif']);
const { uploadRules } = settingsFrom({ QUIRE_SECRET: 'a secret for a test that is long enough' });
const app = await freshApp({ uploadRules: { ...uploadRules, types: TYPES } });
const { uploadRules: keeping } = settingsFrom({
  QUIRE_SECRET: 'a secret for a test that is long enough',
  UPLOAD_KEEP_METADATA: 'true',
});
const keeper = await freshApp({ uploadRules: { ...keeping, types: TYPES } });

const WHERE = 'SECRET-PLACE';

/** A photograph that tells where it was taken, lies on its side, and has a colour profile. */
async function photograph(format: 'jpeg' | 'png' | 'webp' | 'avif', orientation = 6): Promise<Buffer> {
  return sharp(await image('png', 40, 30))
    .withMetadata({ orientation })
    .withIccProfile('p3')
    .withExifMerge({
      IFD0: { Copyright: WHERE },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${WHERE}</a></x:xmpmeta>`)
    .toFormat(format)
    .toBuffer();
}

async function stored(bytes: Buffer, on = app): Promise<Buffer> {
  const [file] = await upload(on, on.root.access, { key: 'f', name: 'a', bytes });
  assert.ok(file);
  const answer = await on.nobody.get(`/assets/${file.path}`);
  assert.equal(answer.bytes.length, file.size);
  return answer.bytes;
}

const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();

describe('the metadata of an uploaded image', () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
    for (const orientation of [1, 6])
      it(`is removed from ${format} of orientation ${orientation}; all else stays`, async () => {
        const sent = await photograph(format, orientation);
        assert.ok(sent.includes(WHERE), 'the photograph tells');
        const kept = await stored(sent);
        assert.ok(!kept.includes(WHERE) && !kept.includes('GPS'));
        const [before, after] = [await sharp(sent).metadata(), await sharp(kept).metadata()];
        assert.equal(after.autoOrient.width, before.autoOrient.width);
        assert.equal(after.orientation ?? 1, before.orientation ?? 1);
        assert.deepEqual(after.icc, before.icc);
        assert.deepEqual(await pixels(kept), await pixels(sent));
        assert.ok((after.exif?.length ?? 0) < 40 || format === 'avif');
      });

  it('is removed from the texts of a PNG, and from behind its end', async () => {
    const plain = await image('png');
    const text = chunk('tEXt', Buffer.from(`Comment\0${WHERE}`));
    const packed = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(WHERE)]));
    const sent = Buffer.concat([plain.subarray(0, 33), text, packed, plain.subarray(33), Buffer.from(WHERE)]);
    assert.deepEqual(await stored(sent), plain);
  });

  it('is removed from a GIF, which stays animated', async () => {
    const frames = await image('gif', 20, 40);
    const animated = await sharp(frames)
      .gif({ loop: 3, delay: [100, 100] })
      .toBuffer();
    const comment = Buffer.from(`\x21\xfe\x0c${WHERE}\x00`, 'latin1');
    const sent = Buffer.concat([animated.subarray(0, -1), comment, animated.subarray(-1)]);
    assert.deepEqual(await stored(sent), animated);
  });

  it('is removed from an animated WebP, which stays animated', async () => {
    const raw = await sharp(await image('png', 20, 40))
      .raw()
      .toBuffer();
    const animated = sharp(raw, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } });
    const sent = await animated
      .withExif({ IFD0: { Copyright: WHERE } })
      .webp({ lossless: true })
      .toBuffer();
    assert.ok(sent.includes(WHERE));
    const kept = await stored(sent);
    assert.ok(!kept.includes(WHERE));
    assert.equal((await sharp(kept).metadata()).pages, 2);
    assert.deepEqual(await pixels(kept), await pixels(sent));
  });

  it('is one orientation, that of the first EXIF block', async () => {
    const exifOf = (jpeg: Buffer) => {
      const at = jpeg.indexOf('Exif') - 4;
      return jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
    };
    const exifs = Buffer.concat([exifOf(await photograph('jpeg', 8)), exifOf(await photograph('jpeg', 3))]);
    const plain = await image('jpeg');
    const kept = await stored(Buffer.concat([plain.subarray(0, 2), exifs, plain.subarray(2)]));
    assert.equal((await sharp(kept).metadata()).orientation, 8);
    assert.equal(kept.length, plain.length + 36);
  });

  it('is in no thumbnail, and thumbnails stand upright', async () => {
    const sent = await sharp(await image('png', 700, 350))
      .withExif({ IFD0: { Copyright: WHERE } })
      .jpeg()
      .toBuffer();
    const [file] = await upload(app, app.root.access, { key: 'f', name: 'a', bytes: sent });
    const small = await app.nobody.get(`/assets/${file?.path}?width=320`);
    assert.equal(small.status, 200);
    assert.ok(!small.bytes.includes(WHERE));
  });

  it('leaves the same bytes of copies that differ in it alone', async () => {
    const one = await image('jpeg');
    const comment = Buffer.from('\xff\xfe\x00\x04ab', 'latin1');
    const other = Buffer.concat([one.subarray(0, 2), comment, one.subarray(2)]);
    assert.deepEqual(await stored(other), await stored(one));
  });

  it('refuses images of which it cannot be removed, and lengths that lead nowhere', async () => {
    const send = async (bytes: Buffer) =>
      app.request('POST', '/cms/file', {
        token: app.root.access,
        ...multipart([{ key: 'f', name: 'a', bytes }]),
      });
    assert.equal((await send(await image('tiff'))).status, 406);
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const whole = await image(format);
      for (let cut = 20; cut < whole.length; cut += Math.ceil(whole.length / 25)) {
        const { status } = await send(whole.subarray(0, cut));
        assert.ok([200, 400, 406].includes(status), `${format} cut at ${cut}: ${status}`);
      }
    }
  });

  it('stays where the setting keeps it', async () => {
    const sent = await photograph('jpeg');
    assert.deepEqual(await stored(sent, keeper), sent);
  });
});

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4);
  content.copy(bytes, 8);
  return bytes;
}
