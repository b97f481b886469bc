import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { checksumOf, nameHeader, outcomeOf, tusOf } from '../../support/records/resumable-uploads.ts';
import { image, kept, uploadImage } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ instances: 2 });
const { maxFileBytes } = app.settings.uploadRules;
const member = await app.person();
const tus = tusOf(app, member.access);
const NONE = Buffer.alloc(0);
const pieces = () => kept(app.folder).filter((path) => path.includes('/pieces/'));

describe('a resumable upload', () => {
  it('becomes a file when its last byte has arrived, whichever instance takes which piece', async () => {
    const bytes = await image();
    const id = await tus.begun(bytes.length, '照片.png');
    const cuts = [0, 1, 100, 700, bytes.length];
    for (const [index, start] of cuts.slice(0, -1).entries()) {
      const head = await tus.head(id);
      assert.deepEqual(
        [
          head.status,
          head.headers['upload-offset'],
          head.headers['upload-length'],
          head.headers['cache-control'],
        ],
        [200, String(start), String(bytes.length), 'no-store'],
      );
      assert.equal(head.headers['upload-metadata'], nameHeader('照片.png'));
      const end = cuts[index + 1];
      const answer = await tus.patch(id, start, bytes.subarray(start, end));
      assert.deepEqual([answer.status, answer.text, answer.headers['upload-offset']], [204, '', String(end)]);
      assert.equal(answer.headers['tus-resumable'], '1.0.0');
      assert.ok(Date.parse(String(answer.headers['upload-expires'])) > Date.now());
    }
    const { file, ...state } = await tus.state(id);
    assert.ok(file);
    assert.deepEqual(
      [state.size, state.received, file.name, file.size],
      [bytes.length, bytes.length, '照片.png', bytes.length],
    );
    assert.equal((await tus.head(id)).headers['upload-file-id'], String(file.id));
    assert.deepEqual((await app.nobody.get(`/assets/${file.path}`)).bytes, bytes);
    assert.deepEqual(
      (await member.list<ItemOf<'GET /cms/file'>>('/cms/file?mine=true')).map((one) => one.id),
      [file.id],
    );
    await until(() => pieces().length === 0);
  });

  it('is examined like any upload: types, metadata, and a file of its own', async () => {
    const known = await uploadImage(app);
    const again = await tus.begun(known.bytes.length, 'again.png');
    assert.equal((await tus.patch(again, 0, known.bytes)).status, 204);
    const { file } = await tus.state(again);
    assert.notEqual(file?.id, known.id);
    assert.equal(file?.name, 'again.png');

    const text = Buffer.from('not an image');
    const refused = await tus.begun(text.length);
    assert.equal((await tus.patch(refused, 0, text.subarray(0, 5))).status, 204);
    assert.deepEqual(outcomeOf(await tus.patch(refused, 5, text.subarray(5))), [406, 10130]);
    assert.equal((await tus.head(refused)).status, 404);
    await until(() => pieces().length === 0);
  });

  it('may be private', async () => {
    const bytes = await image();
    const id = await tus.begun(bytes.length, 'a.png', '?private=true');
    await tus.patch(id, 0, bytes);
    const { file } = await tus.state(id);
    assert.equal((await app.nobody.get(`/assets/${file?.path}`)).status, 404);
    assert.deepEqual((await member.get(`/cms/file/${file?.id}/content`)).bytes, bytes);
  });

  for (const base of ['', '/lin2', '/lin3'])
    it(`works under the base '${base}'`, async () => {
      const bytes = await image();
      const based = tusOf(app, member.access, base);
      const begun = await based.begin(bytes.length);
      const id = Number(begun.body.id);
      assert.deepEqual([begun.status, begun.headers.location], [201, `${base}/cms/file/upload/${id}`]);
      assert.deepEqual(outcomeOf(await based.patch(id, 3, bytes)), [409, 10114]);
      assert.equal((await based.patch(id, 0, bytes.subarray(0, 9))).status, 204);
      assert.equal((await based.patch(id, 9, bytes.subarray(9))).status, 204);
      assert.equal((await based.state(id)).file?.size, bytes.length);
      assert.equal((await based.remove(id)).status, 204);
      assert.deepEqual(outcomeOf(await based.head(id)).at(0), 404);
    });

  it('can be given up, and leaves nothing', async () => {
    const id = await tus.begun(1000);
    await tus.patch(id, 0, Buffer.alloc(10));
    await until(() => pieces().length === 1);
    assert.equal((await tus.remove(id)).status, 204);
    assert.equal((await tus.head(id)).status, 404);
    assert.deepEqual(outcomeOf(await tus.patch(id, 10, Buffer.alloc(10))), [404, 10113]);
    assert.deepEqual(outcomeOf(await tus.remove(id)), [404, 10113]);
    await until(() => pieces().length === 0);
  });
});

describe('the right', () => {
  it('to begin one is that to upload', async () => {
    const writer = await app.person();
    for (const [who, token, status] of [
      ['nobody', undefined, 401],
      ['a member', writer.access, 201],
      ['the super administrator', app.root.access, 201],
    ] as const)
      assert.equal((await tusOf(app, token).begin(10)).status, status, who);
  });

  it('to see, continue and give up one is its creator’s alone', async () => {
    const id = await tus.begun(10);
    const other = await app.person();
    const lister = await app.granted('file.list');
    for (const [who, token, status] of [
      ['nobody', undefined, 401],
      ['another member', other.access, 404],
      ['a lister of all files', lister.access, 404],
      ['the super administrator', app.root.access, 404],
    ] as const) {
      const theirs = tusOf(app, token);
      assert.equal((await theirs.head(id)).status, status, who);
      assert.equal((await theirs.send('GET', `/cms/file/upload/${id}`)).status, status, who);
      assert.equal((await theirs.patch(id, 0, Buffer.alloc(5))).status, status, who);
      assert.equal((await theirs.remove(id)).status, status, who);
    }
    assert.equal((await tus.state(id)).received, 0);
  });

  it('to continue one ends with the session', async () => {
    const leaving = await app.person();
    const theirs = tusOf(app, leaving.access);
    const id = await theirs.begun(10);
    assert.equal((await theirs.patch(id, 0, Buffer.alloc(5))).status, 204);
    await leaving.done('POST /cms/user/logout');
    assert.equal((await theirs.patch(id, 5, Buffer.alloc(5))).status, 422);
    const again = tusOf(app, (await app.signIn(leaving.username, leaving.password)).access);
    assert.equal((await again.state(id)).received, 5);
  });
});

it('an upload takes a thousand pieces, and one more for each 64 KB', async () => {
  const id = await tus.begun(100_000);
  assert.equal((await tus.patch(id, 0, Buffer.from('a'))).status, 204);
  await app.behind('update quire_resumable_upload set pieces = 1001 where id = ?', id);
  assert.equal((await tus.patch(id, 1, Buffer.from('b'))).status, 204);
  assert.equal((await tus.patch(id, 2, Buffer.from('c'))).status, 413);
});

describe('a request is refused', () => {
  const size = 20;
  const ask: readonly (readonly [string, Record<string, string>, number, number])[] = [
    ['without a length', { 'upload-length': '' }, 400, 10030],
    ['with a length that is no number', { 'upload-length': '1e3' }, 400, 10030],
    ['with a negative length', { 'upload-length': '-1' }, 400, 10030],
    ['with an empty file', { 'upload-length': '0' }, 400, 10030],
    ['with a length that comes later', { 'upload-defer-length': '1', 'upload-length': '' }, 400, 10030],
    ['beyond the bound of files', { 'upload-length': String(maxFileBytes + 1) }, 413, 10110],
    ['with invalid metadata', { 'upload-metadata': 'filename not/base64!' }, 400, 10030],
    ['with a key twice', { 'upload-metadata': 'a YQ==,a YQ==' }, 400, 10030],
    ['with too many metadata', { 'upload-metadata': `a ${'A'.repeat(2000)}` }, 400, 10030],
    ['in another version of tus', { 'tus-resumable': '0.2.2' }, 412, 10117],
    ['without a version of tus', { 'tus-resumable': '' }, 412, 10117],
    ['with an Idempotency-Key', { 'idempotency-key': 'one' }, 400, 10030],
  ];
  for (const [what, headers, status, code] of ask)
    it(`that begins an upload ${what}`, async () => {
      const answer = await tus.begin(size, headers);
      assert.deepEqual(outcomeOf(answer), [status, code], answer.text);
      if (status === 412) {
        assert.equal(answer.headers['tus-version'], '1.0.0');
        assert.match(answer.text, /1\.0\.0/, 'the body says so as well');
      }
    });

  const five = Buffer.alloc(5);
  const go: readonly (readonly [string, Record<string, string>, Buffer, number, number])[] = [
    ['from another offset', { 'upload-offset': '4' }, five, 409, 10114],
    ['from beyond its end', { 'upload-offset': '99' }, five, 409, 10114],
    ['from no offset', { 'upload-offset': '' }, five, 400, 10030],
    ['from a negative offset', { 'upload-offset': '-1' }, five, 400, 10030],
    ['with another type of content', { 'content-type': 'application/json' }, five, 415, 10118],
    ['with more than it lacks', {}, Buffer.alloc(size + 1), 413, 10110],
    ['with another checksum', { 'upload-checksum': checksumOf('sha1', NONE) }, five, 460, 10116],
    ['with an unknown checksum', { 'upload-checksum': 'crc32 AAAA' }, five, 400, 10030],
    ['with a broken checksum', { 'upload-checksum': 'sha1' }, five, 400, 10030],
    ['in another version of tus', { 'tus-resumable': '2.0.0' }, five, 412, 10117],
  ];
  for (const [what, headers, bytes, status, code] of go)
    it(`that continues an upload ${what}`, async () => {
      const id = await tus.begun(size);
      const answer = await tus.patch(id, 0, bytes, headers);
      assert.deepEqual(outcomeOf(answer), [status, code], answer.text);
      assert.equal((await tus.state(id)).received, 0);
      assert.equal((await tus.patch(id, 0, five)).status, 204);
    });

  it('that names no upload', async () => {
    for (const id of ['0', 'x', '99999999999999999999'])
      assert.deepEqual(outcomeOf(await tus.send('GET', `/cms/file/upload/${id}`)), [400, 10030]);
    assert.deepEqual(outcomeOf(await tus.patch(987_654_321, 0, five)), [404, 10113]);
  });
});

describe('checksums', () => {
  for (const algorithm of ['sha1', 'sha256', 'md5'])
    it(`of ${algorithm} are compared`, async () => {
      const bytes = await image();
      const id = await tus.begun(bytes.length);
      const [one, two] = [bytes.subarray(0, 50), bytes.subarray(50)];
      const right = { 'upload-checksum': checksumOf(algorithm, one) };
      assert.equal((await tus.patch(id, 0, one, right)).status, 204);
      assert.deepEqual(outcomeOf(await tus.patch(id, 50, two, right)), [460, 10116]);
      const last = await tus.patch(id, 50, two, { 'upload-checksum': checksumOf(algorithm, two) });
      assert.equal(last.status, 204);
      assert.ok((await tus.state(id)).file);
    });
});

it('of requests that send to one upload at once, one is taken', async () => {
  const bytes = await image();
  const id = await tus.begun(bytes.length);
  const answers = await Promise.all(Array.from({ length: 6 }, () => tus.patch(id, 0, bytes)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.equal(statuses[0], 204);
  assert.ok(
    statuses.slice(1).every((status) => status === 423 || status === 409),
    String(statuses),
  );
  assert.equal((await tus.state(id)).file?.size, bytes.length);
});

it('a request that another one sends to has to wait until that one is given up', async () => {
  const id = await tus.begun(10);
  const hold = (time: number) =>
    app.behind("update quire_resumable_upload set held_by = 'x', held_until = ? where id = ?", time, id);
  await hold(Date.now() + 60_000);
  const refused = await tus.patch(id, 0, Buffer.alloc(5));
  assert.deepEqual([...outcomeOf(refused), refused.headers['retry-after']], [423, 10115, '3']);
  await hold(Date.now() - 1);
  assert.equal((await tus.patch(id, 0, Buffer.alloc(5))).status, 204);
});

describe('pages of other origins', () => {
  it('learn what the server is able to, and may send what uploads need', async () => {
    const open = await freshApp({ corsOrigins: ['https://pages.test'] });
    const origin = { origin: 'https://pages.test' };
    for (const base of ['', '/lin2', '/lin3']) {
      const answer = await open.request('OPTIONS', `${base}/cms/file/upload`, { headers: origin });
      assert.equal(answer.status, 204);
      assert.deepEqual(
        ['tus-resumable', 'tus-version', 'tus-max-size', 'tus-extension', 'tus-checksum-algorithm'].map(
          (name) => answer.headers[name],
        ),
        [
          '1.0.0',
          '1.0.0',
          String(maxFileBytes),
          'creation,expiration,termination,checksum',
          'sha1,sha256,md5',
        ],
      );
    }
    const preflight = await open.request('OPTIONS', '/cms/file/upload/1', {
      headers: { ...origin, 'access-control-request-method': 'PATCH' },
    });
    const allowed = String(preflight.headers['access-control-allow-headers']).split(/, ?/);
    for (const name of [
      'tus-resumable',
      'upload-length',
      'upload-offset',
      'upload-metadata',
      'upload-checksum',
    ])
      assert.ok(allowed.includes(name), name);
    const answer = await open.request('POST', '/cms/file/upload', {
      token: open.root.access,
      headers: { ...origin, 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
    const exposed = String(answer.headers['access-control-expose-headers']).split(/, ?/);
    for (const name of [
      'location',
      'upload-offset',
      'upload-length',
      'upload-expires',
      'upload-file-id',
      'tus-resumable',
    ])
      assert.ok(exposed.includes(name), name);
  });
});
