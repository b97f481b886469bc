// Takes long: a browser searches in long menus.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { studioSite } from '../support/browser/studio-site.ts';

const site = whyNoBrowser ? undefined : await studioSite();

describe('a menu of many entries', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened().open());
    await go('/');
    await signIn(page, (await opened().app.person()).username);
  });

  it('of columns is searched', async () => {
    await go('/collections/piece');
    await page.locator('.columns-button').click();
    const menu = page.locator('.columns-menu');
    await menu.getByRole('searchbox').fill('du');
    assert.deepEqual(await menu.locator('.columns-line:visible').allInnerTexts(), ['Due']);
    assert.deepEqual(await accessibilityFaults(page), []);
    await menu.getByRole('checkbox', { name: 'Due' }).click();
    await page.getByRole('columnheader', { name: 'Due' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('of fields for a filter is searched by keys alone', async () => {
    await go('/collections/piece');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.locator('.filter-field:focus').fill('stag');
    await page.locator('.menu-item[data-highlighted]', { hasText: 'Stage' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Value: Stage').first().waitFor();
    assert.equal(await page.locator('.filter-field').inputValue(), 'Stage');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Escape');
  });
});

const opened = () => site ?? assert.fail('no site');
