import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('quotas in the console', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    assert.ok(site);
    ({ page, go } = await site.open());
    await go('/');
    await signIn(page);
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]').last();
  const line = (words: string) => page.locator('tbody tr', { hasText: words });

  it('one for a user is made, used up, raised and deleted', async () => {
    assert.ok(site);
    const person = await site.app.person();
    const status = async () => (await person.get('/api/cms/user/information')).status;
    await go('/admin/quotas');
    await page.locator('.empty').waitFor();
    await button('New quota').click();
    await dialog().getByLabel('Username').fill('nobody-like-this');
    await dialog().getByLabel('At most').fill('1');
    await dialog().getByLabel('In each').selectOption('month');
    await page.keyboard.press('Enter');
    await dialog().getByText('There is no user with this name.').waitFor();
    await dialog().getByLabel('Username').fill(person.username);
    await page.keyboard.press('Enter');
    await line(`User: ${person.username}`).getByText('Requests: 1 / month').waitFor();
    assert.deepEqual([await status(), await status()], [200, 429]);
    await button(`Change the quota of User: ${person.username}`).click();
    await dialog().getByLabel('At most').fill('5');
    await page.keyboard.press('Enter');
    await line(person.username).getByText('Requests: 5 / month').waitFor();
    assert.equal(await status(), 200);
    await button(`Delete the quota of User: ${person.username}`).click();
    await dialog().locator('.button-danger').click();
    await page.locator('.empty').waitFor();
    for (let count = 0; count < 6; count += 1) assert.equal(await status(), 200);
  });

  it('one for a group shows who uses most', async () => {
    assert.ok(site);
    const group = await site.app.groupWith();
    const person = await site.app.person([group]);
    await go('/admin/quotas');
    await button('New quota').click();
    await dialog().locator('select').first().selectOption('group');
    await dialog().locator('select').nth(1).selectOption(String(group));
    await dialog().getByLabel('What counts').selectOption('records');
    await dialog().locator('button[type=submit]').click();
    await line('Each user of a group').waitFor();
    await person.get('/api/cms/user/information');
    await until(async () => {
      await go('/admin/quotas');
      await line('Each user of a group').waitFor();
      return (await line('Each user of a group').getByText(`${person.username}: 1`).count()) === 1;
    });
  });

  it('and their page is not for a member', async () => {
    assert.ok(site);
    const member = await site.app.person();
    const { page: other, go: goThere } = await site.open();
    await goThere('/');
    await signIn(other, member.username);
    assert.equal(await other.getByRole('link', { name: 'Quotas' }).count(), 0);
  });
});
