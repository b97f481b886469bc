import { request } from 'node:http';
import type { Page } from 'playwright-core';
import type { AnyRecord } from '../table.ts';
import { paintedAt } from './in-page.ts';
import { newPage, type Site, signIn } from './site.ts';

const SIGN_IN = 'input[name=password]';
const RECORD = '.grid-body .grid-row .grid-link';
/** 1.6 Mbit/s with the delay of a mobile network, and a CPU four times slower. */
const SLOW = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };
const SLOWER = 4;

/** What is loaded before somebody can sign in and before the first list, and how long both take. */
export async function firstLoads(site: Site): Promise<AnyRecord[]> {
  const fast = await load(site, false);
  const slow = await load(site, true);
  return [
    size('script and style to sign in, gzip', fast.signedOut.bytes, 50),
    size('script and style to the first list, gzip', fast.list.bytes, 120),
    seconds('sign-in page usable', fast.signedOut.ms, 1),
    seconds('first list usable, in a session', fast.list.ms, 1),
    seconds('sign-in page usable, 1.6 Mbit/s and a CPU four times slower', slow.signedOut.ms, 3),
    seconds('first list usable, in a session, the same', slow.list.ms, 3),
  ];
}

async function load(site: Site, isSlow: boolean) {
  const visitor = await newPage(site);
  const signedOut = await visit(visitor, `${site.address}/console/`, { selector: SIGN_IN, isSlow });
  await signIn(visitor);
  const user = await visitor.context().newPage();
  const list = await visit(user, `${site.address}/console/collections/entry`, { selector: RECORD, isSlow });
  await visitor.context().close();
  return { signedOut, list };
}

/** Opens an address without a cache: when what it is opened for was painted, and what it loaded until then. */
async function visit(page: Page, url: string, { selector, isSlow }: { selector: string; isSlow: boolean }) {
  const loaded = new Set<string>();
  page.on('response', (answer) => {
    if (/\.(js|css)$/.test(answer.url())) loaded.add(answer.url());
  });
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (isSlow) {
    await tools.send('Network.emulateNetworkConditions', SLOW);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await page.evaluate(paintedAt, { selector, starts: '' });
  const bytes = await bytesOf(loaded);
  await tools.detach(); // ends the slowness too
  return { ms, bytes };
}

async function bytesOf(urls: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...urls].map(gzipSizeOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

function gzipSizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      answer.resume().on('end', () => resolve(Number(answer.headers['content-length'])));
    })
      .on('error', reject)
      .end();
  });
}

function size(what: string, bytes: number, most: number): AnyRecord {
  return {
    what,
    measured: `${(bytes / 1000).toFixed(1)} kB`,
    target: `≤ ${most} kB`,
    met: bytes <= most * 1000,
  };
}

function seconds(what: string, ms: number, most: number): AnyRecord {
  return { what, measured: `${(ms / 1000).toFixed(2)} s`, target: `≤ ${most} s`, met: ms <= most * 1000 };
}
