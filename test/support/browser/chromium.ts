import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];

/** Where Chromium is; undefined where it is not installed. */
export const chromiumPath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: String(chromiumPath), args: FLAGS });
}
