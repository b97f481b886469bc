// Takes long: a browser searches in long menus.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { studioSite } from '../support/browser/studio-site.ts';
import { projectOf } from '../support/project-of.ts';

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

  it('of collections is searched, and whole again after Escape', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `shelf_${'abcdefghijkl'[at]}`);
    const files = names.map((name) => [`content/${name}.ts`, shelf(name)] as const);
    const many = await consoleSite({ contentDir: projectOf(Object.fromEntries(files)) });
    const other = await many.open();
    await other.go('/');
    await signIn(other.page);
    const links = other.page.locator('.sidebar section').first().locator('.sidebar-link');
    const search = other.page.getByRole('searchbox', { name: 'Search: Main navigation' });
    await search.fill('shelf_k');
    await links.nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await links.allInnerTexts(), ['shelf_k']);
    assert.deepEqual(await accessibilityFaults(other.page), []);
    await search.press('Escape');
    await links.nth(11).waitFor();
    await other.page.context().close();
  });
});

const opened = () => site ?? assert.fail('no site');
/** A small collection. */
const shelf = (name: string) =>
  `export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name.replace('_', '-')}', audit: 'full', fields: { title: text({ max: 9 }) }, access: { read: login, create: login, update: login, delete: login } });`;
