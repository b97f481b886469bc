// Takes long: it installs what the site of the documentation is built with, builds it and opens it in a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromiumPath, launchChromium } from '../support/browser/chromium.ts';
import { missing } from '../support/missing.ts';

const DIST = 'site/dist';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
};
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** As a plain server of files would, on loopback. */
const server = createServer(({ url = '' }, response) => {
  const path = join(DIST, normalize(new URL(url, 'http://127.0.0.1').pathname)).replace(/\/$/, '/index.html');
  if (!existsSync(path)) return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? '' }).end(readFileSync(path));
});
let address = '';

before(async () => {
  execFileSync(process.execPath, ['site/build.mjs'], { stdio: 'pipe' });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const pages = () =>
  globSync('**/*.html', { cwd: `${DIST}/${version}` }).filter((page) => page !== '404.html');
const htmlOf = (page: string) => readFileSync(`${DIST}/${version}/${page}`, 'utf8');

/** The links of a page to others of the site, with what they name in them. */
function linksOf(page: string): { readonly path: string; readonly id: string }[] {
  return [...htmlOf(page).matchAll(/<a [^>]*href="([^"]+)"/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const { pathname, hash } = new URL(link, `http://site/${version}/${page}`);
    const path = pathname.replace(`/${version}/`, '').replace(/(^|\/)$/, '$1index.html');
    return [{ path, id: decodeURIComponent(hash.slice(1)) }];
  });
}

describe('the site of the documentation', () => {
  it('compiles', () => {
    execFileSync(process.execPath, [
      'console/node_modules/vue-tsc/bin/vue-tsc.js',
      ...['--project', 'site', '--noEmit'],
    ]);
  });

  it('has every page of the documentation', () => {
    const built = pages();
    for (const page of globSync('{guides,reference,design}/*.md', { cwd: 'docs' })) {
      const name = page.replace(/(README)?\.md$/, (_, readme) => (readme ? 'index.html' : '.html'));
      assert.ok(built.includes(name), `${page} is missing`);
    }
  });

  it('leads from every link to a page, and to a heading of it', () => {
    const wrong = pages().flatMap((page) =>
      linksOf(page)
        .filter(({ path, id }) => !existsSync(`${DIST}/${version}/${path}`) || (id && !hasId(path, id)))
        .map(({ path, id }) => `${page} → ${path}#${id}`),
    );
    assert.deepEqual([...new Set(wrong)], []);
  });

  it('shows all types that packages export', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: object };
    for (const [name, one] of Object.entries(exports))
      if (typeof one === 'object')
        assert.ok(existsSync(`${DIST}/${version}/types/${join('quire-cms', name)}.html`), name);
    assert.match(htmlOf('types/quire-cms.html'), /defineCollection/);
  });

  it('is searched, dark and of several versions', {
    skip: chromiumPath ? false : missing('Chromium is not in PATH'),
  }, async () => {
    const browser = await launchChromium();
    after(() => browser.close());
    const page = await browser.newPage({ colorScheme: 'light' });
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(address)) foreign.push(request.url());
    });
    await page.goto(`${address}/`);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tutorial' }).waitFor();
    await page.getByRole('switch').first().click();
    await page.locator('html.dark').waitFor();
    assert.equal(await page.getByLabel('Version').inputValue(), version);
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('fresh proof');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/second-factor|delegation|access|glossary/);
    assert.deepEqual(foreign, []);
  });
});

const ids = new Map<string, ReadonlySet<string>>();

function hasId(page: string, id: string): boolean {
  const known =
    ids.get(page) ?? new Set([...htmlOf(page).matchAll(/ id="([^"]+)"/g)].map(([, one = '']) => one));
  ids.set(page, known);
  return known.has(id);
}
