// Needs a process of its own: it starts a browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser.ts';

const CSV = 'name,slug,info,shade\nOne,one,"first, and ""best""",red\n,nameless,no name,blue\n';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'examples/blog' });

describe('overview, palette, profile and imports', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let refused: string[];
  before(async () => {
    assert.ok(site);
    const opened = await site.open({ language: 'en' });
    ({ page, go } = opened);
    await go('/');
    await signIn(page);
    refused = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
  });

  it('the overview counts rows, tells what was done, and asks for nothing that is refused', async () => {
    await go('/');
    await page.locator('.tile', { hasText: 'Category' }).getByText('0', { exact: true }).waitFor();
    await page.locator('.activity').waitFor();
    assert.deepEqual(refused, []);
  });

  it('the palette opens by its key, finds an action and does it', async () => {
    await go('/');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('create cat');
    await page.locator('.palette [data-highlighted]', { hasText: 'Create: Category' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/records\/category\/new$/);
    assert.equal(await page.locator('.palette').count(), 0);
  });

  it('the palette finds Chinese names by pinyin initials, and composition closes nothing', async () => {
    assert.ok(site);
    const chinese = await site.open({ language: 'zh' });
    await chinese.go('/');
    await signIn(chinese.page);
    await chinese.page.keyboard.press('Control+k');
    const input = chinese.page.locator('.palette input');
    await input.fill('xjfl');
    await chinese.page.locator('.palette [data-highlighted]', { hasText: '新建分类' }).waitFor();
    await input.dispatchEvent('compositionstart');
    for (const key of ['Enter', 'Escape', 'ArrowDown'])
      await input.dispatchEvent('keydown', { key, isComposing: true, keyCode: 229, bubbles: true });
    await input.dispatchEvent('compositionend');
    assert.equal(await chinese.page.locator('.palette').count(), 1);
    await chinese.page.context().close();
  });

  it('a file is previewed, checked, imported and undone', async () => {
    await go('/records/category/import');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await page.locator('.preview-note.is-unknown').waitFor();
    const good = CSV.replaceAll(/,(shade|red|blue)$/gm, '');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(good) });
    await page.locator('.preview-note').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Name is required').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('Removed again').waitFor();
  });

  it('the profile tells problems by field, keeps a cropped picture, and goes on after a new password', async () => {
    await go('/profile');
    await page.locator('input[name=nickname]').fill('x');
    await page.keyboard.press('Enter');
    await page.locator('input[name=nickname][aria-invalid]').waitFor();
    await page.locator('input[name=nickname]').fill('Rooty');
    await page.keyboard.press('Enter');
    await page.locator('.person', { hasText: 'Rooty' }).waitFor();
    await page
      .locator('.avatar-part input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
    await page.getByRole('button', { name: 'Use this part' }).click();
    await page.locator('.avatar-large img').waitFor();
    assert.equal(await page.getByText('this one').count(), 1);
  });
});
