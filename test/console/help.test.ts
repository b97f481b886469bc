import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('the help of a page', { skip: whyNoBrowser }, () => {
  it('opens by its key, not while one writes, and the key can be switched off', async () => {
    const { page, go, faults } = (await site?.open()) ?? assert.fail('no site');
    const dialog = page.locator('dialog[open]', { hasText: 'Help:' });
    await site?.app.root.make('/v1/ship', { name: 'Mirror' });
    await go('/collections/ship');
    await signIn(page);
    await page.locator('.grid-row a').waitFor();
    await page.locator('main').press('?');
    await dialog.getByText('The records of a collection.').waitFor();
    await dialog.getByText('Pick all up to here').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await go('/collections/ship/new');
    await formPage(page).ready();
    await formPage(page).input('name').press('?');
    assert.equal(await formPage(page).input('name').inputValue(), '?');
    assert.equal(await dialog.count(), 0);

    await page.locator('.sidebar .person').click();
    await page.getByRole('button', { name: 'Help and keys' }).click();
    await dialog.getByText('The form of a record.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Open this help with the ? key' }).uncheck();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('main').press('?');
    assert.equal(await dialog.count(), 0);
    assert.deepEqual(faults, { console: [], foreign: [] });
  });
});
