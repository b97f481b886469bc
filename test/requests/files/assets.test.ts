// No engine changes its result: files are served from a folder.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../../support/fresh-app.ts';
import { type Uploaded, upload, uploadImage } from '../../support/records/uploads.ts';

const app = await freshApp();
const pdf = Buffer.from('%PDF-1.4\n<script>alert(1)</script>\n%%EOF\n');

let image: Uploaded & { bytes: Buffer };
let url: string;
let etag: string;
before(async () => {
  image = await uploadImage(app);
  url = `/assets/${image.path}`;
  etag = String((await get()).headers.etag);
  assert.match(etag, /^"[0-9a-f]{64}"$/);
  assert.ok(!etag.includes(createHash('sha256').update(image.bytes).digest('hex')), 'tells no content');
});
const get = (headers: Record<string, string> = {}, path = url) => app.nobody.get(path, { headers });

describe('a served file', () => {
  it('is open to everybody, byte for byte', async () => {
    const answer = await get();
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.bytes, image.bytes);
    assert.equal(answer.headers['content-length'], String(image.size));
  });

  it('cannot run anything, and never changes', async () => {
    const { headers } = await get();
    assert.deepEqual(
      {
        type: headers['content-type'],
        sniff: headers['x-content-type-options'],
        policy: headers['content-security-policy'],
        cache: headers['cache-control'],
        disposition: headers['content-disposition'],
      },
      {
        type: 'image/png',
        sniff: 'nosniff',
        policy: "default-src 'none'; sandbox",
        cache: 'public, max-age=31536000, immutable',
        disposition: 'inline',
      },
    );
  });

  it('that is no image, sound or film is saved, under its name', async () => {
    const [item] = await upload(app, app.root.access, { key: 'a', name: "报 告'(1).pdf", bytes: pdf });
    const { headers } = await get({}, `/assets/${item?.path}`);
    assert.equal(headers['content-type'], 'application/pdf');
    assert.equal(
      headers['content-disposition'],
      "attachment; filename*=UTF-8''%E6%8A%A5%20%E5%91%8A%27%281%29.pdf",
    );
  });

  it('is described without its bytes', async () => {
    const answer = await app.request('HEAD', url);
    assert.deepEqual(
      [answer.status, answer.headers['content-length'], answer.bytes.length],
      [200, String(image.size), 0],
    );
  });

  it('is not sent to who has it', async () => {
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': known });
      assert.deepEqual([answer.status, answer.bytes.length, answer.headers.etag], [304, 0, etag], known);
    }
    assert.equal((await get({ 'if-none-match': '"x"' })).status, 200);
  });
});

describe('a range', () => {
  it('of a file is that range', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(image.size - 1), fc.nat(image.size * 2), async (start, length) => {
        const answer = await get({ range: `bytes=${start}-${start + length}` });
        const part = image.bytes.subarray(start, start + length + 1);
        assert.equal(answer.status, 206);
        assert.deepEqual(answer.bytes, part);
        const told = `bytes ${start}-${start + part.length - 1}/${image.size}`;
        assert.equal(answer.headers['content-range'], told);
      }),
      { numRuns: 30 },
    );
  });

  it('may be open at either end', async () => {
    assert.deepEqual((await get({ range: 'bytes=10-' })).bytes, image.bytes.subarray(10));
    assert.deepEqual((await get({ range: 'bytes=-10' })).bytes, image.bytes.subarray(-10));
    assert.deepEqual((await get({ range: 'bytes=-99999999' })).bytes, image.bytes);
  });

  it('outside of the file is refused with its size', async () => {
    for (const range of [`bytes=${image.size}-`, 'bytes=99999999999999999999-', 'bytes=-0']) {
      const answer = await get({ range });
      assert.deepEqual(
        [answer.status, answer.headers['content-range']],
        [416, `bytes */${image.size}`],
        range,
      );
    }
  });

  it('that is malformed, or of another file, gets the whole file', async () => {
    for (const headers of [
      { range: 'bytes=-' },
      { range: 'bytes=5-2' },
      { range: 'bytes=0-1,3-4' },
      { range: 'lines=1-2' },
      { range: 'bytes=a-b' },
      { range: 'bytes=0-1', 'if-range': '"another"' },
      { range: 'bytes=0-1', 'if-range': `W/${etag}` },
      { range: 'bytes=0-1', 'if-range': etag.replace(/"$/, '-gzip"') },
    ])
      assert.deepEqual([(await get(headers)).status, (await get(headers)).bytes], [200, image.bytes]);
  });
});

describe('no file is found at', () => {
  const paths = [
    '/assets/',
    '/assets/aa/b.png',
    '/assets/../package.json',
    '/assets/%2e%2e/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/aa/%00.png',
    '/assets/incoming/x',
    '/assets//etc/passwd',
    `/assets/${'a'.repeat(190)}/${'b'.repeat(190)}`,
  ];
  for (const path of paths) {
    it(path.slice(0, 60), async () => {
      const answer = await get({}, path);
      assert.equal(answer.status, 404, answer.text);
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    });
  }

  it('any path that was not given out', async () => {
    const characters = fc.constantFrom(...'./\\%20ab-:~?#\u0000é'.split(''));
    await fc.assert(
      fc.asyncProperty(fc.array(characters, { maxLength: 60 }), async (parts) => {
        const url = `/assets/${encodeURI(parts.join('')).replaceAll('#', '%23')}`;
        const isElsewhere = URL.parse(url, 'http://localhost')?.pathname === '/'; // where all are greeted
        const answer = await get({}, url);
        assert.ok(isElsewhere || [400, 404, 414].includes(answer.status), `${url} ${answer.status}`);
      }),
      { numRuns: 200 },
    );
  });

  it('the address of a file whose record was deleted, by whomever', async () => {
    const gone = await uploadImage(app);
    assert.equal((await get({}, `/assets/${gone.path}`)).status, 200);
    await app.behind('update quire_file set is_deleted = true where id = ?', gone.id);
    assert.equal((await get({}, `/assets/${gone.path}`)).status, 404);
  });

  it('the address of a file whose bytes are lost', async () => {
    const lost = await uploadImage(app);
    rmSync(join(app.folder, 'uploads/files', lost.path));
    const answer = await get({}, `/assets/${lost.path}`);
    assert.deepEqual([answer.status, answer.body.error_code], [404, 10026]);
  });
});
