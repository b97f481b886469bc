import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { file } from '../../server/records/file.collection.ts';
import { freshApp, type SignedIn } from '../support/fresh-app.ts';
import { image, kept } from '../support/records/uploads.ts';

const app = await freshApp({
  contentDir: 'test/projects/archive/content',
  uploadRules: {
    maxFileBytes: 20_000,
    maxTotalBytes: 50_000,
    maxFiles: 4,
    quotaBytes: 10_000_000,
    quotaFiles: 3,
    resumeMs: 3_600_000,
    types: new Set(['png', 'jpg', 'pdf']),
    keepsMetadata: false,
    addressMs: 60_000,
    thumbnailWidths: [],
    imageSizes: new Map(),
  },
});
const [member, scanner] = [await app.person(), await app.granted('routes.scan')];
const paper = await app.root.make('/v1/paper', { title: 'Deed' });
const type = { 'content-type': 'application/octet-stream' };

async function send(path: string, body: Buffer, person?: SignedIn) {
  const token = person && { token: person.access };
  return app.request('PUT', `/v1/paper/${paper}/${path}`, { ...token, body, headers: type });
}

const scan = (body: Buffer, person: SignedIn = scanner, query = 'name=a.png') =>
  send(`scan?${query}`, body, person);

/** What is there of files: records, bytes, and what has not finished arriving. */
const all = async () => [
  (await app.server.store.ownReads.where(file, (select) => select)).length,
  kept(app.folder).length,
];

describe('a file that a route stores', () => {
  it('is a record like an upload, which a file field refers to', async () => {
    const bytes = await image('png', 20, 10);
    const answer = await scan(bytes, scanner, 'name=%E5%9B%BE%0A.txt');
    const { id, url, ...rest } = answer.body as { id: number; url: string };
    assert.deepEqual(rest, { name: '图.txt', mime: 'image/png', size: bytes.length, width: 20 });
    assert.equal((await app.root.read(`/v1/paper/${paper}`)).scan, id);
    const { bytes: served } = await app.request('GET', new URL(url).pathname);
    assert.deepEqual(served, bytes);
    const [own] = await scanner.list('/cms/file?mine=true');
    assert.equal(own?.id, id);
    const [line] = await app.root.list('/cms/log?keyword=Scan');
    assert.equal(line?.user_id, scanner.id);
  });

  it('is private where its route says so', async () => {
    const bytes = await image();
    const other = await app.granted('routes.scan');
    const { id, url } = (await scan(bytes, other, 'name=a.png&sealed=true')).body;
    assert.equal(url, `https://quire.test/cms/file/${id}/content`);
    const twin = await app.root.make('/v1/paper', { title: 'Twin' });
    await app.root.done(`PATCH /v1/paper/${paper}`, { scan: null });
    assert.equal((await app.nobody.get(`/cms/file/${id}/content`)).status, 404);
    await app.root.done(`PATCH /v1/paper/${twin}`, { scan: id });
    assert.deepEqual((await app.nobody.get(`/cms/file/${id}/content`)).bytes, bytes);
  });

  it('is another file when it is sent again, and loses what tells of its maker', async () => {
    const person = await app.granted('routes.scan');
    const told = await sharp(await image('jpeg'))
      .withExif({ IFD0: { Artist: 'Ada' } })
      .jpeg()
      .toBuffer();
    const [first, again] = [(await scan(told, person)).body, (await scan(told, person)).body];
    assert.notEqual(again.id, first.id);
    assert.notEqual(again.url, first.url);
    const bytesOf = async ({ url }: { url?: unknown }) =>
      (await app.request('GET', new URL(String(url)).pathname)).bytes;
    const bytes = await bytesOf(first);
    assert.ok(!bytes.includes('Ada') && bytes.length < told.length);
    assert.deepEqual(await bytesOf(again), bytes);
  });
});

describe('who may store a file', () => {
  for (const [who, person, path, status] of [
    ['nobody', undefined, 'scan?name=a', 401],
    ['nobody on a route for everyone', undefined, 'public-scan', 401],
    ['a member without the permission of the route', member, 'scan?name=a', 401],
    ['a member who may not write the record', member, 'own-scan', 401],
    ['the super administrator', app.root, 'own-scan', 200],
  ] as const)
    it(`${who} is answered ${status}`, async () => {
      const before = await all();
      const answer = await send(path, await image(), person);
      assert.equal(answer.status, status, answer.text);
      if (status !== 200) assert.deepEqual(await all(), before);
    });
});

describe('nothing is left of a file', () => {
  for (const [what, make, query, status, code] of [
    ['that is too large', async () => Buffer.alloc(20_001), 'name=a', 413, 10110],
    ['of a route whose body is too long', async () => Buffer.alloc(100_001), 'name=a', 413, 10180],
    ['of a type that is not taken', async () => Buffer.from('<svg/>'), 'name=a.png', 406, 10130],
    ['that is empty', async () => Buffer.alloc(0), 'name=a.png', 406, 10130],
    ['whose record is refused', () => image(), 'name=a&failing=true', 400, 10064],
  ] as const)
    it(what, async () => {
      const before = await all();
      const { scan: scanned } = await app.root.read(`/v1/paper/${paper}`);
      const answer = await scan(await make(), scanner, query);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.body.code, code, answer.text);
      assert.deepEqual(await all(), before);
      assert.equal((await app.root.read(`/v1/paper/${paper}`)).scan, scanned);
    });

  it('beyond the quota of its sender', async () => {
    const [one] = [await app.granted('routes.scan')];
    for (let count = 0; count < 3; count += 1) assert.equal((await scan(await image(), one)).status, 200);
    const before = await all();
    assert.deepEqual([(await scan(await image(), one)).status, await all()], [413, before]);
  });
});

describe('a mistake in a handler', () => {
  const failing = async (path: string, payload: string, token = '') => {
    const said: { readonly err: Error }[] = [];
    const { log } = app.server.app;
    const { error } = log;
    log.error = (what: unknown) => void said.push(what as { readonly err: Error });
    const headers = { ...type, 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) };
    try {
      const answer = await app.server.app.inject({ method: 'POST', url: path, headers, payload });
      return { answer, said };
    } finally {
      log.error = error;
    }
  };

  for (const [what, body] of [
    ['is a TypeError over a body that it did not expect', '{"kind":null}'],
    ['is an error of another server, with a status of its own', '{"error":{"statusCode":404}}'],
  ] as const)
    it(`${what}: 500, told in the log by file and line, and nothing is written`, async () => {
      const { answer, said } = await failing(`/v1/paper/${paper}/spoilt`, body);
      assert.deepEqual(
        [answer.statusCode, answer.json()],
        [500, { code: 9999, message: 'Internal server error', request: `POST /v1/paper/${paper}/spoilt` }],
      );
      assert.match(String(said[0]?.err.stack), /archive\/routes\/scans\.ts:\d+:\d+/);
      assert.equal((await app.root.read(`/v1/paper/${paper}`)).title, 'Deed');
    });

  it('is told where a transaction should wait for a file', async () => {
    const { answer, said } = await failing(`/v1/paper/${paper}/scan-at-once`, 'x', member.access);
    assert.equal(answer.statusCode, 500);
    assert.match(String(said[0]?.err), /storeFile needs isAtomic: false/);
  });
});
