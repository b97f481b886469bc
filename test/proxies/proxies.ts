// Run by scripts/test-proxies.mjs, once for each proxy and each way to set it up.
import { after, describe } from 'node:test';
import { launchChromium } from '../support/browser/chromium.ts';
import { clientJourney } from './client-journey.ts';
import { consoleJourney } from './console-journey.ts';
import { programs } from './programs.ts';
import { openSite } from './site.ts';
import { variants } from './variants.ts';
import { wireJourney } from './wire-journey.ts';

const program = programs[Number(process.env.PROXY)];
const variant = variants[Number(process.env.PROXY_VARIANT)];
if (!program || !variant) throw new Error('npm run test:proxies names the proxy and how to set it up');

const site = await openSite(program, variant);
const browser = await launchChromium();
after(() => browser.close());

describe(`${program.language} ${variant.name}`, () => {
  clientJourney(site);
  wireJourney(site);
  consoleJourney(site, browser);
});
