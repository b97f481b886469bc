// Needs a process of its own: it works for minutes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser, whyNoBrowser } from '../support/browser/browser.ts';
import { crawl } from '../support/browser/crawler.ts';
import { openHarbour } from '../support/browser/harbour.ts';

const LEAST_SCREENS = [
  ['delegate', 15],
  ['root', 30],
] as const;

const browser = whyNoBrowser ? undefined : await openBrowser();
const options = { skip: whyNoBrowser, concurrency: true };

describe('every control that an administrator is offered, on an unknown model', options, () => {
  for (const [who, least] of LEAST_SCREENS)
    it(`of ${who} leads to no refusal, no failure and no dead end`, async (test) => {
      const { open, address, names } = await openHarbour(browser);
      const { screens, controls, faults } = await crawl({ address, open }, names[who]);
      test.diagnostic(`${screens.length} screens, ${controls} controls`);
      assert.deepEqual([...new Set(faults)], []);
      assert.ok(screens.length >= least, `only ${screens.length} screens: ${screens.join(' ')}`);
    });
});
