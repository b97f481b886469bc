import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/auditor-fields' });

describe('the changes of a field', { skip: whyNoBrowser }, () => {
  it('are found from a history, by field and user, and lead to the record', async () => {
    assert.ok(site);
    const { app, open } = site;
    const { root } = app;
    const id = await root.make('/v1/ware', { name: 'Kettle', price: '1.50', state: 'on' });
    await root.done(`PATCH /v1/ware/${id}`, { price: '2.75' });
    const writer = await app.person();
    await writer.done(`PATCH /v1/ware/${id}`, { price: '3.25' });
    const { page, go } = await open();
    await go('/');
    await signIn(page, 'root');
    await go(`/collections/ware/${id}/history`);
    await page.locator('a[href$="/collections/ware/changes"]').click();
    await page.locator('select[name=field]').selectOption('price');
    const rows = page.locator('.changes-table tbody tr');
    await rows.nth(2).waitFor();
    const texts = await rows.allTextContents();
    assert.match(String(texts[0]), RegExp(`${writer.username}.*Kettle.*2\\.75.*3\\.25`));
    assert.match(String(texts[1]), /root.*Kettle.*1\.50.*2\.75/);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.locator('input[name=user]').fill(writer.username);
    await page.keyboard.press('Tab');
    await rows.nth(1).waitFor({ state: 'detached' });
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    const [changes] = await saved(page);
    assert.match(
      changes,
      /^\ufefftime,record_id,.*\r\n[^\r]*,Kettle,update,\d+,[^\r]*,2\.75,3\.25,,[\w-]+\r\n$/,
    );
    await rows.locator('a').click();
    await page.waitForURL(/\/ware\/\d+\/history\?change=\d+$/);
    await go('/collections/ware/changes?field=price&to=2001-01-01');
    await page.locator('.empty').waitFor();
  });

  it('are offered to readers of the log beside refusals, which are exported', async () => {
    assert.ok(site);
    const { app, open } = site;
    const [person, auditor] = [await app.person(), await app.granted('log.list', 'log.search')];
    await person.get('/cms/log');
    const { page, go } = await open();
    await go('/');
    await signIn(page, person.username);
    await page.locator('.home').waitFor();
    assert.equal(await page.getByText('Refused recently').count(), 0);
    assert.equal(await page.getByText('Changes by field').count(), 0);
    const other = await open();
    await other.go('/');
    await signIn(other.page, auditor.username);
    const refusals = other.page.locator('.waiting', { hasText: 'Refused recently' });
    await refusals
      .getByRole('link', { name: RegExp(`^${person.username}: `) })
      .first()
      .click();
    await other.page.waitForURL(/\/admin\/log\?refused=true&name=/);
    const [log, name] = await saved(other.page);
    assert.equal(name, 'log.csv');
    assert.match(log, RegExp(`^\\ufeffid,time,.*\r\n\\d+,[^\r]*,${person.username},[^\r]*,GET,/cms/log,`));
    await other.go('/');
    await other.page.locator('.card', { hasText: 'Changes by field' }).getByRole('link').first().click();
    await other.page.waitForURL(/\/collections\/\w+\/changes$/);
    assert.deepEqual(await accessibilityFaults(other.page), []);
  });
});

/** The text and the name of the file that the page exports. */
async function saved(page: Page): Promise<[text: string, name: string]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  return [readFileSync(await download.path(), 'utf8'), download.suggestedFilename()];
}
