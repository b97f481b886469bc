import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessibilityFaults, bringAxe } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('an empty server', { skip: whyNoBrowser }, () => {
  const app = () => site?.app ?? assert.fail('no site');

  it('leads its administrator through the first steps, until people work on it', async () => {
    const { page, context, go, faults } = (await site?.open({ width: 360 })) ?? assert.fail('no site');
    const open = page.locator('.first-step:not(.is-done)');
    await bringAxe(context);
    await go('/');
    await signIn(page);
    await page.getByText('Write a first record').waitFor();
    assert.equal(await open.count(), 3);
    assert.match((await page.locator('.first-step-command code').textContent()) ?? '', /\/api\/v1\/\w+"$/);
    assert.deepEqual(await accessibilityFaults(page), []);
    await app().root.make('/v1/berth', { sign: 'A1' });
    const member = await app().person();
    await page.reload();
    await page.locator('.tile').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('.first-steps').count(), 0);
    assert.deepEqual(faults, { console: [], foreign: [] });

    const other = (await site?.open()) ?? assert.fail('no site');
    await other.go('/');
    await signIn(other.page, member.username);
    await other.page.locator('.tile').first().waitFor();
    assert.equal(await other.page.locator('.first-steps').count(), 0);
  });
});
