// Needs a process of its own: it works for minutes.
// Takes long: a browser uses every control of every page, as root and two of four others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser, whyNoBrowser } from '../support/browser/browser.ts';
import { crawl } from '../support/browser/crawler.ts';
import { openHarbour } from '../support/browser/harbour.ts';
import { isWhole, partInTurn } from '../support/in-turn.ts';

/** Users with fewer rights come first: what is not refused to them is not refused to users with more. */
const LEAST_SCREENS = [
  ['member', 15],
  ['granted', 20],
  ['auditor', 15],
  ['delegate', 15],
  ['root', 30],
] as const;

const browser = whyNoBrowser ? undefined : await openBrowser();
const options = { skip: whyNoBrowser };
const known = new Set<string>();
/** Root, who is offered everything, and by day every second of the others. */
const part = isWhole || whyNoBrowser ? undefined : partInTurn('users of the crawl', 2);
const users = LEAST_SCREENS.filter(
  ([who], place) => part === undefined || who === 'root' || place % 2 === part,
);

describe('every control that a user is offered, on an unknown model', options, () => {
  for (const [who, least] of users)
    it(`of ${who} leads to no refusal, no failure and no dead end`, async (test) => {
      const { open, address, names } = await openHarbour(browser);
      const { screens, controls, faults } = await crawl({ address, open }, names[who], known);
      test.diagnostic(`${screens.length} screens, ${controls} controls`);
      assert.deepEqual([...new Set(faults)], []);
      assert.ok(screens.length >= least, `only ${screens.length} screens: ${screens.join(' ')}`);
    });

  it('of a stranger is the sign-in page, whatever page they open', async () => {
    const { open } = await openHarbour(browser);
    const { page, go, faults } = await open();
    for (const path of ['/', '/collections/tariff', '/collections/ship/1', '/admin/users', '/nowhere']) {
      await go(path);
      await page.locator('input[name=password]').waitFor();
      assert.equal(await page.locator('.shell').count(), 0);
    }
    assert.deepEqual(faults, { console: [], foreign: [] });
  });
});
