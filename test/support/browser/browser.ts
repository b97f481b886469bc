import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { freshApp, PASSWORD } from '../fresh-app.ts';
import { missing } from '../missing.ts';
import { chromiumPath, launchChromium } from './chromium.ts';

/** The built console. */
export const consoleDir = process.env.TEST_CONSOLE ?? join(import.meta.dirname, '../../../console/dist');
/** Slow machines need time; a page that is ready does not wait for it. */
const PATIENCE_MS = 120_000;

/** Why no browser test can run here; undefined if it can. In CI it must. */
export const whyNoBrowser = reasonToSkip();

function reasonToSkip(): string | undefined {
  if (chromiumPath === undefined) return missing('Chromium is not in PATH');
  if (!existsSync(join(consoleDir, 'index.html'))) return missing('the console is not built');
  return undefined;
}

export type Language = 'zh' | 'en';

export interface Viewer {
  readonly language?: Language;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
}

/** What a page did that no page may do. */
export interface Faults {
  readonly console: string[];
  readonly foreign: string[];
}

/** A browser that ends with the test file. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchChromium();
  after(() => browser.close());
  return browser;
}

/** A server that listens, with the built console, and a browser that opens it. A server that knows its own address needs a port. */
export async function consoleSite(changes: Parameters<typeof freshApp>[0] = {}, opened?: Browser, port = 0) {
  const app = await freshApp({ publicUrl: undefined, consoleDir, ...changes });
  const address = await app.server.app.listen({ host: '127.0.0.1', port });
  const browser = opened ?? (await openBrowser());
  return { app, address, open: (viewer: Viewer = {}) => openPage(browser, address, viewer) };
}

/** A page of the console in a browser of its own, and what it did. */
export type ConsolePage = Awaited<ReturnType<typeof openPage>>;

async function openPage(browser: Browser, address: string, viewer: Viewer) {
  const { language = 'en', scheme = 'light', width = 1440 } = viewer;
  const context = await browser.newContext({
    locale: language === 'en' ? 'en-US' : 'zh-CN',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'], // which a browser with windows grants to a page in front
    viewport: { width, height: 900 },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { page, context, faults: watch(page, address), go: (path: string) => go(page, address, path) };
}

function watch(page: Page, address: string): Faults {
  const faults: Faults = { console: [], foreign: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.console.push(message.text());
  });
  page.on('pageerror', (error) => faults.console.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) faults.foreign.push(url);
  });
  return faults;
}

/** Opens a page of the console and waits until it has asked all it asks at first. */
async function go(page: Page, address: string, path: string): Promise<void> {
  await page.goto(`${address}/console${path}`, { waitUntil: 'networkidle' });
}

/** Signs in as somebody on the page that is shown. */
export async function signIn(page: Page, username = 'root', password = PASSWORD): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.shell').waitFor();
}
