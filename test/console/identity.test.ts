// Takes long: a browser shows menus and lists in light and dark.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { studioSite } from '../support/browser/studio-site.ts';

const site = whyNoBrowser ? undefined : await studioSite();

/** What the browser knows, within functions that run there. */
interface Styles {
  getComputedStyle(one: object): { color: string; backgroundColor: string };
}
const backgroundOf = (one: object) => (globalThis as unknown as Styles).getComputedStyle(one).backgroundColor;
const iconColors = (links: readonly { querySelector(css: string): object | null }[]) =>
  links.map(
    (link) => (globalThis as unknown as Styles).getComputedStyle(link.querySelector('svg') ?? link).color,
  );

describe('what a definition says about its looks', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    assert.ok(site);
    ({ page, go } = await site.open());
    await go('/');
    await signIn(page);
  });

  it('orders the menu by sections and positions, and calls a collection by its plural', async () => {
    const sections = await page
      .locator('.sidebar-links section')
      .evaluateAll((all) =>
        all
          .slice(0, 3)
          .map((one) => [
            one.querySelector('h2')?.textContent,
            ...[...one.querySelectorAll('a')].map((link) => link.textContent?.trim()),
          ]),
      );
    assert.deepEqual(sections, [
      ['Content', 'Person'],
      ['Studio', 'Pieces'],
      ['Press', 'Letter'],
    ]);
  });

  it('gives a collection an icon of its own colour', async () => {
    const icon = page.locator('.sidebar-links a', { hasText: 'Pieces' }).locator('svg.lucide-palette');
    await icon.waitFor();
    const colors = await page.locator('.sidebar-links a').evaluateAll(iconColors);
    assert.ok(new Set(colors).size > 1, 'one icon has another colour than the others');
  });

  for (const scheme of ['light', 'dark'] as const)
    it(`shows values as the definition says, readable in ${scheme}`, async () => {
      await page.emulateMedia({ colorScheme: scheme });
      await go('/collections/piece?sort=id');
      const record = page.locator('.grid-row', { hasText: 'Heron' });
      await record.locator('.cell-rating').waitFor();
      await record.locator('.chip.tone-blue', { hasText: 'Begun' }).waitFor();
      assert.equal(await record.locator('.cell-bar > span').evaluate((bar) => bar.style.inlineSize), '40%');
      assert.equal(await record.locator('.cell-rating').innerText(), '★★★★★\n4');
      assert.equal(await record.locator('.cell-unlit').innerText(), '★');
      assert.match(await record.innerText(), /1\.5 MB/);
      const shade = await record.locator('.cell-swatch').evaluate(backgroundOf);
      assert.equal(shade, 'rgb(10, 125, 79)');
      const link = record.locator('a[href="https://studio.example/heron"]');
      assert.deepEqual(await link.evaluate((one: { target: string; rel: string }) => [one.target, one.rel]), [
        '_blank',
        'noopener noreferrer',
      ]);
      const plain = page.locator('.grid-row', { hasText: 'Odd' });
      assert.equal(await plain.locator('.cell-swatch').count(), 0, 'no colour, no swatch');
      assert.deepEqual(await accessibilityFaults(page), []);
    });
});
