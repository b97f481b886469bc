import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/linked' });

describe('an undo in a notice takes back what a request did to other records', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    assert.ok(site);
    ({ page, go } = await site.open({ language: 'en' }));
    await go('/');
    await signIn(page);
  });

  let count = 0;
  const root = () => (site as NonNullable<typeof site>).app.root;
  const topic = (name: string) => root().make('/v1/topic', { name: `${name} ${++count}` });
  const piece = (values: object) => root().make('/v1/piece', { title: `Piece ${++count}`, ...values });
  const undo = () => page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click();

  it('after a deletion: records that referred do so again', async () => {
    const [one, two] = [await topic('Tides'), await topic('Winds')];
    const id = await piece({ main: one, topics: [two, one] });
    await go(`/collections/topic/${one}`);
    await formPage(page).ready();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.toast', { hasText: 'deleted' }).waitFor();
    assert.deepEqual((await root().read(`/v1/piece/${id}`)).topics, [two]);
    await undo();
    await page.locator('.toast', { hasText: 'Restored' }).waitFor();
    const { main, topics } = await root().read(`/v1/piece/${id}`);
    assert.deepEqual([main, topics], [one, [two, one]]);
  });

  it('after the deletion of many records, which names before what refers to them', async () => {
    const [one, two] = [await topic('Rain'), await topic('Snow')];
    const id = await piece({ main: one, topics: [two, one] });
    await go(`/collections/topic?filter=${encodeURIComponent(`{"and":[["id","in","${one},${two}"]]}`)}`);
    await page.locator('.grid-head input').check();
    await page.getByRole('button', { name: 'Delete 2 records' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('.usage li', { hasText: 'Piece' }).first().waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.work .is-done').waitFor();
    assert.deepEqual((await root().read(`/v1/piece/${id}`)).topics, []);
    await page.locator('.work').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.work-state.is-undone').waitFor();
    const { main, topics } = await root().read(`/v1/piece/${id}`);
    assert.deepEqual([main, topics], [one, [two, one]]);
  });

  it('after a save: what its hooks changed elsewhere', async () => {
    const [first, second] = [await piece({ on_top: true }), await piece({})];
    await go(`/collections/piece/${second}`);
    const form = formPage(page);
    await form.ready();
    await form.input('on_top').check();
    await form.save();
    await form.told('Saved');
    assert.equal((await root().read(`/v1/piece/${first}`)).on_top, false);
    await undo();
    await page.locator('.toast', { hasText: 'Undone' }).waitFor();
    await until(async () => (await root().read(`/v1/piece/${first}`)).on_top === true);
    assert.equal((await root().read(`/v1/piece/${second}`)).on_top, false);
  });

  it('after a restoration from the trash', async () => {
    const one = await topic('Fog');
    const id = await piece({ topics: [one] });
    await root().done(`DELETE /v1/topic/${one}`);
    await go('/collections/topic/trash');
    await page
      .locator('.trash-row, li, tr', { hasText: 'Fog' })
      .first()
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.locator('.toast', { hasText: 'Fog' }).waitFor();
    assert.deepEqual((await root().read(`/v1/piece/${id}`)).topics, [one]);
    await undo();
    await page.locator('.toast', { hasText: 'Undone' }).waitFor();
    assert.deepEqual((await root().read(`/v1/piece/${id}`)).topics, []);
    assert.equal((await root().get(`/v1/topic/${one}`)).status, 404);
  });

  it('a refused change of many records says why, and how many there are now', async () => {
    const name = `late ${++count}`;
    const items = Array.from({ length: 100 }, (_, index) => ({
      action: 'create',
      values: { words: `${name} ${index}` },
    }));
    for (let times = 0; times < 3; times += 1) await root().done('POST /v1/trace/bulk', { items });
    await go(`/collections/trace?filter=${encodeURIComponent(`{"and":[["words","contains","${name}"]]}`)}`);
    await page.locator('.grid-head input').check();
    await page.getByRole('button', { name: 'Select all records of the list' }).click();
    await page.getByText('All 300 records of the list selected').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('.bulk-field[data-field=words] input').fill('changed');
    await root().make('/v1/trace', { words: `${name} c` });
    await page.getByRole('button', { name: 'Change 300 records' }).click();
    await page.locator('.bulk-edit [role=alert]').waitFor();
    await page.getByRole('button', { name: 'Change 301 records' }).waitFor();
    assert.ok(await page.locator('.bulk-edit [role=alert]').isVisible());
    assert.equal((await root().list(`/v1/trace?filter[words][eq]=changed`)).length, 0);
  });
});
