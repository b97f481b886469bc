import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

function open() {
  assert.ok(site);
  return site;
}

const outcomes = (page: Page) => page.locator('.undo-preview .work-counts dd').allTextContents();
const recordsIn = (page: Page, section: string) =>
  page
    .locator(`${section} tbody tr`)
    .evaluateAll((records) => records.map((record) => record.textContent ?? ''));

describe('taking many changes back', { skip: whyNoBrowser }, () => {
  it('begins at a line of the log, tells what is left alone, and can be taken back itself', async () => {
    const { app, open: openPage } = open();
    const { root } = app;
    const member = await app.person();
    await member.done('POST /v1/ship/bulk', {
      items: ['Heron', 'Ibis'].map((name) => ({ action: 'create', values: { name } })),
    });
    const [heron, ibis] = (await root.list('/v1/ship?sort=name&fields=name')).map(({ id }) => id);
    await root.done(`PATCH /v1/ship/${ibis}`, { note: 'Kept by somebody else' });

    const { page, go, faults } = await openPage();
    await go('/admin/log');
    await signIn(page);
    await page.locator('tr', { hasText: member.username }).locator('.log-back').first().click();
    await page.locator('.undo-preview tbody tr').first().waitFor();
    assert.deepEqual(await outcomes(page), ['1', '1']);
    const [left, removed] = await recordsIn(page, '.undo-preview');
    assert.match(left ?? '', /Ibis.*Would stay unchanged/);
    assert.match(removed ?? '', /Heron.*Would move to the trash/);

    await page.locator('.undo-preview .button-main').click();
    await page.locator('#undo-result').waitFor();
    assert.equal((await root.get(`/v1/ship/${heron}`)).status, 404);
    assert.equal((await root.get(`/v1/ship/${ibis}`)).status, 200);
    await page.locator('tbody tr', { hasText: /Heron.*Moved to the trash/ }).waitFor();

    await page.getByRole('button', { name: 'Undo this' }).click();
    await page.locator('.undo-preview .button-main').click();
    await until(async () => (await root.get(`/v1/ship/${heron}`)).status === 200);
    await page.locator('.undo-line').nth(1).waitFor();
    assert.deepEqual(faults, { console: [], foreign: [] });
  });

  it('is refused if the changes are no longer as many as were shown, and shows them again', async () => {
    const { app, open: openPage } = open();
    const member = await app.person();
    const first = await member.make('/v1/ship', { name: 'Jacana' });
    const { page, go } = await openPage();
    await go('/undo');
    await signIn(page, member.username, PASSWORD);
    await page.locator('.undo-period [type=submit]').click();
    await page.getByRole('button', { name: 'Undo 1 change', exact: true }).waitFor();
    const second = await member.make('/v1/ship', { name: 'Knot' });
    await page.locator('.undo-preview .button-main').click();
    await page.getByRole('button', { name: 'Undo 2 changes' }).waitFor();
    assert.equal((await member.get(`/v1/ship/${first}`)).status, 200);
    await page.locator('.undo-preview .button-main').click();
    await page.locator('#undo-result').waitFor();
    for (const id of [first, second]) assert.equal((await member.get(`/v1/ship/${id}`)).status, 404);
  });

  it('offers people without the permission their own changes alone', async () => {
    const { app, open: openPage } = open();
    const member = await app.person();
    const { page, go } = await openPage();
    await go('/');
    await signIn(page, member.username, PASSWORD);
    await page.locator('.home-undo').click();
    await page.locator('.undo-who').waitFor();
    assert.equal(await page.locator('.undo-who').textContent(), member.username);
    assert.equal(await page.locator('input[name=who]').count(), 0);
    assert.equal(await page.locator('.sidebar a[href$="/undo"]').count(), 0);
  });
});
