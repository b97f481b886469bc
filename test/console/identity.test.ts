// Takes long: a browser shows menus and lists in light and dark.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { studioSite } from '../support/browser/studio-site.ts';
import { temporaryFolder } from '../support/test-database.ts';

function logo(): string {
  const path = join(temporaryFolder(), 'logo.svg');
  writeFileSync(
    path,
    '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><circle cx="24" cy="24" r="20" fill="teal"/></svg>',
  );
  return path;
}

const site = whyNoBrowser
  ? undefined
  : await studioSite({ projectName: 'Wu & Sons', projectAccent: '#767676', projectLogo: logo() });

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
      ['Content', 'Artist', 'Artwork', 'Person', 'Theme'],
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

describe('what settings say about a project', { skip: whyNoBrowser }, () => {
  for (const scheme of ['light', 'dark'] as const)
    it(`is on the page to sign in and in the frame, and can be read in ${scheme}`, async () => {
      assert.ok(site);
      const { page, go, context } = await site.open({ scheme });
      await go('/');
      await page.getByRole('heading', { name: 'Sign in to Wu & Sons' }).waitFor();
      await hasLogo(page, '.sign-in-mark');
      assert.equal(await page.title(), 'Wu & Sons');
      const button = page.locator('button[type=submit]');
      const color = await button.evaluate(backgroundOf);
      if (scheme === 'light') assert.equal(color, 'rgb(118, 118, 118)');
      else assert.match(color, /^oklch\(0\.76 /);
      assert.deepEqual(await accessibilityFaults(page), []);
      await signIn(page);
      await page.locator('.sidebar-brand', { hasText: 'Wu & Sons' }).waitFor();
      await hasLogo(page, '.sidebar-brand img');
      await go('/collections/person');
      assert.match(await page.title(), /^Person · Wu & Sons$/);
      assert.deepEqual(await accessibilityFaults(page), []);
      await context.close();
    });

  /** Fails unless the logo was loaded: it is 48 pixels wide, and the favicon is not. */
  async function hasLogo(page: Page, selector: string): Promise<void> {
    const width = await page.locator(selector).evaluate((one: { naturalWidth: number }) => one.naturalWidth);
    assert.equal(width, 48);
  }
});
