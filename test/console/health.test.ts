import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';

const site = whyNoBrowser ? undefined : await consoleSite();

it('the health page names what needs attention, and leads there', { skip: whyNoBrowser }, async () => {
  assert.ok(site);
  const { root, database } = site.app;
  await root.make('/cms/webhook', { name: 'shop', url: 'https://shop.example/', events: ['created'] });
  await database.change(`update quire_webhook set state = 'paused'`);
  const { page, go } = await site.open();
  await page.setViewportSize({ width: 360, height: 800 });
  await go('/admin/health');
  await signIn(page, 'root');
  const concern = page.locator('.concern-list li', { hasText: '1 webhook is paused' });
  await concern.waitFor();
  await page.locator('.state-table th', { hasText: 'Writes' }).waitFor();
  const signedIn = page.locator('.state-table', { hasText: 'Last refreshed' });
  await signedIn
    .getByRole('row', { name: /root.*browser/ })
    .first()
    .waitFor();
  await page.locator('.fact', { hasText: '1 person' }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
  await concern.getByRole('link').click();
  await page.waitForURL(/\/admin\/webhooks$/);
});
