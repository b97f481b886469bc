import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The first has no windows, and so costs less. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/** What Playwright switches off; these flags replace its own. */
const ALWAYS_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'AimEnabled'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];
/** Two pages below the address bar of each window, and a process in reserve, which each page that is loaded takes anew. */
const COSTLY = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  `--disable-features=${[...ALWAYS_OFF, ...COSTLY]}`,
];

/** Where Chromium is; undefined where it is not installed. */
export const chromiumPath = named() ?? installed();

/** What the variable CHROMIUM names must be a program: tests that were skipped for a slip of the pen would go unnoticed. */
function named(): string | undefined {
  const { CHROMIUM: path } = process.env;
  if (!path) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch (error) {
    throw new Error(`CHROMIUM names no program: ${path}`, { cause: error });
  }
}

function installed(): string | undefined {
  const folders = process.env.PATH?.split(delimiter) ?? [];
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: String(chromiumPath), args: FLAGS });
}
