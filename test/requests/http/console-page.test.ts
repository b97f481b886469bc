// No engine changes its result: the page and its files lie in a folder.
import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { builtPage, INDEX, SCRIPT } from '../../support/browser/console-page.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const consoleDir = builtPage();
const app = await freshApp({ consoleDir });
const page = INDEX.replaceAll('./', '/console/');
const script = '/console/static/app-1a2b3c4d.js';
const read = (path: string, headers = {}) => app.nobody.get(path, { headers });

describe('the console', () => {
  for (const [path, status, cached] of [
    ['/console', 200, 'no-cache'],
    ['/console/', 200, 'no-cache'],
    ['/console/index.html', 200, 'no-cache'],
    ['/console/book', 200, 'no-cache'],
    ['/console/book/12?sort=-id', 200, 'no-cache'],
    ['/console/icon.svg', 200, 'no-cache'],
    [script, 200, 'public, max-age=31536000, immutable'],
    ['/console/static/tiny-5e6f7a8b.js', 200, 'public, max-age=31536000, immutable'],
    ['/console/missing.js', 404, 'no-store'],
    ['/console/static/missing', 404, 'no-store'],
    [`${script}.br`, 404, 'no-store'],
    ['/console/..%2f..%2fpackage.json', 404, 'no-store'],
    ['/console/../package.json', 404, 'no-store'],
    ['/console/static/%00', 404, 'no-store'],
    ['/lin3/console', 404, 'no-store'],
    ['/lin2/console/book', 404, 'no-store'],
    ['/consoles', 404, 'no-store'],
  ] as const)
    it(`answers ${status} at ${path}`, async () => {
      const answer = await read(path);
      assert.deepEqual([answer.status, answer.headers['cache-control']], [status, cached]);
    });

  it('is its page wherever a path may be one of its own', async () => {
    for (const path of ['/console', '/console/book/12']) {
      const { text, headers } = await read(path);
      assert.equal(text, page);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    }
  });

  it('lets only its own scripts and styles run, and loads nothing from elsewhere', async () => {
    for (const path of ['/console', script, '/console/icon.svg']) {
      const { headers } = await read(path);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"])
        assert.ok(policy.includes(part), part);
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['permissions-policy']), /camera=\(\)/);
    }
  });

  it('is sent in the smallest form that the client takes', async () => {
    for (const [accept, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['identity', undefined, Buffer.from],
      ['zstd', undefined, Buffer.from],
    ] as const)
      for (const [path, content] of [
        [script, SCRIPT],
        ['/console/book', page],
      ] as const) {
        const { headers, bytes } = await read(path, { 'accept-encoding': accept });
        assert.equal(headers['content-encoding'], encoding, accept);
        assert.match(String(headers.vary), /Accept-Encoding/);
        assert.equal(Number(headers['content-length']), bytes.length);
        assert.equal(String(unpack(bytes)), content);
      }
    const small = await read('/console/static/tiny-5e6f7a8b.js', { 'accept-encoding': 'br' });
    assert.deepEqual([small.headers['content-encoding'], small.text], [undefined, '0;\n']);
  });

  it('is not sent again to a client that has it', async () => {
    for (const path of ['/console', script]) {
      const [packed, plain] = [await read(path, { 'accept-encoding': 'br' }), await read(path)];
      assert.notEqual(packed.headers.etag, plain.headers.etag);
      const known = await read(path, { 'if-none-match': plain.headers.etag });
      assert.deepEqual([known.status, known.text, known.headers.etag], [304, '', plain.headers.etag]);
    }
  });

  it('answers HEAD with the same headers and no body', async () => {
    for (const path of ['/console', script]) {
      const [head, get] = [await app.request('HEAD', path), await read(path)];
      assert.deepEqual([head.status, head.text], [200, '']);
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
        assert.equal(String(head.headers[name]), String(get.headers[name]), name);
    }
  });

  it('refuses other methods', async () => {
    for (const path of ['/console', '/console/book', script]) {
      const { status, headers } = await app.nobody.post(path);
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], path);
    }
  });

  it('is linked from the greeting, and is no part of the described API', async () => {
    const { text } = await read('/', { accept: 'text/html' });
    assert.match(text, /<a href="\/console">/);
    assert.doesNotMatch((await read('/openapi.json')).text, /"\/console/);
  });
});

describe('a console that is replaced under a running server', async () => {
  const folder = builtPage();
  const replaced = await freshApp({ consoleDir: folder });
  const status = async (path: string, headers = {}) => (await replaced.nobody.get(path, { headers })).status;
  const packed = { 'accept-encoding': 'br' };

  it('is the new one once a file of the old one is missing', async () => {
    assert.equal(await status('/console'), 200);
    rmSync(folder, { recursive: true });
    renameSync(builtPage(), folder);
    renameSync(join(folder, 'static/app-1a2b3c4d.js'), join(folder, 'static/app-9e8f7a6b.js'));
    rmSync(join(folder, 'static/app-1a2b3c4d.js.br'));
    writeFileSync(join(folder, 'index.html'), 'another page');
    assert.deepEqual([await status(script, packed), await status(script)], [404, 404]);
    assert.equal((await replaced.nobody.get('/console')).text, 'another page');
    assert.equal(await status('/console/static/app-9e8f7a6b.js', packed), 200);
  });

  it('is missing while it is gone, and there again afterwards', async () => {
    rmSync(folder, { recursive: true });
    for (const path of ['/console/icon.svg', '/console', '/console/book', '/console/icon.svg'])
      assert.equal(await status(path), 404, path);
    renameSync(builtPage(), folder);
    assert.equal(await status('/console'), 200);
    await until(async () => (await status(script)) === 200);
  });
});

describe('a console that is not built yet', async () => {
  const parent = temporaryFolder();
  const folder = join(parent, 'dist');
  const note = (kind: string, text: unknown) => writeFileSync(`${folder}.${kind}`, String(text));
  note('building', process.pid);
  const early = await freshApp({ consoleDir: folder });
  const ask = async (path: string, language = 'en', method: 'GET' | 'HEAD' = 'GET') => {
    const headers = { 'accept-language': language };
    const {
      statusCode: status,
      body: text,
      ...answer
    } = await early.server.app.inject({ method, url: path, headers });
    return { status, text, headers: answer.headers };
  };

  it('is said to be on its way, while the API answers', async () => {
    for (const [language, words] of [
      ['en', /is being built/],
      ['zh', /正在构建/],
    ] as const) {
      const { status, headers, text } = await ask('/console/book', language);
      assert.deepEqual([status, headers['retry-after'], headers['cache-control']], [503, '2', 'no-store']);
      assert.match(String(headers.vary), /Accept-Language/);
      assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
      assert.match(text, words);
      assert.match(text, /http-equiv="refresh"/);
    }
    assert.equal((await ask('/console', 'en', 'HEAD')).text, '');
    assert.equal((await ask('/v1/book')).status, 401);
  });

  for (const [what, kind, text] of [
    ['its builder was ended', 'building', 2 ** 22 + 1],
    ['the build has failed', 'failed', 'why, at /a/path'],
  ] as const)
    it(`is said to have failed if ${what}, without a path of the machine`, async () => {
      rmSync(`${folder}.building`, { force: true });
      note(kind, text);
      const answer = await ask('/console');
      assert.equal(answer.status, 503);
      assert.match(answer.text, /could not be built/);
      assert.doesNotMatch(answer.text, /path|refresh/);
    });

  it('is there once it is built', async () => {
    renameSync(builtPage(), folder);
    await until(async () => (await ask('/console')).status === 200);
    assert.equal((await ask('/console')).text, page);
    assert.equal((await ask('/console/.state')).status, 404);
  });
});

describe('a server behind a proxy that adds a path', () => {
  it('tells the page where it is', async () => {
    const proxied = await freshApp({ consoleDir, publicUrl: 'https://quire.test/cms/' });
    assert.equal((await proxied.nobody.get('/console')).text, INDEX.replaceAll('./', '/cms/console/'));
  });
});

describe('a server without a console', () => {
  for (const [name, folder] of [
    ['switched off', undefined],
    ['not built', '/nowhere/console/dist'],
  ] as const)
    it(`${name} answers 404, and does not lead there`, async () => {
      const without = await freshApp({ consoleDir: folder });
      for (const path of ['/console', '/console/book', script])
        assert.equal((await without.nobody.get(path)).status, 404);
      const greeting = await without.nobody.get('/', { headers: { accept: 'text/html' } });
      assert.doesNotMatch(greeting.text, /console/);
    });
});
