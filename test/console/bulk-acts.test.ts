// Takes long: a browser publishes, schedules and copies many records.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { typeMoment } from '../support/browser/date-picker.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import { studioSite } from '../support/browser/studio-site.ts';

const site = whyNoBrowser ? undefined : await studioSite();
const LIST = '/collections/letter?sort=id';

describe('the selected records of a list', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    await root().make('/v1/letter', { place: 'Nowhere' });
    ({ page, go } = await opened().open());
    await go('/');
    await signIn(page, (await opened().app.person()).username);
  });
  beforeEach(async () => {
    await go(LIST);
    await page.locator('.grid-link').first().waitFor();
  });

  it('are published; those that are refused are listed with their reasons', async () => {
    await pick([1, 2, 3]);
    await act('Publish');
    await task('Publication of 3 records').getByText('2 done, 1 refused').waitFor();
    const refused = task('Publication of 3 records').locator('tbody tr');
    assert.equal(await refused.count(), 1);
    assert.match(await refused.innerText(), /^#4\s+Title: /);
    assert.deepEqual(await statuses([2, 3, 4]), [200, 200, 404]);
    await page.locator('.grid-row', { hasText: 'Third' }).getByText('Published').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await root().done('PATCH /v1/letter/4', { title: 'Fourth' });
    await page.getByRole('button', { name: 'Try the refused records again' }).click();
    await task('Publication of 3 records').getByText('3 done', { exact: true }).waitFor();
    assert.deepEqual(await statuses([4]), [200]);
  });

  it('are unpublished', async () => {
    await pick([1, 2, 3]);
    await act('Unpublish');
    await task('Unpublication of 3 records').getByText('3 done').waitFor();
    assert.deepEqual(await statuses([1, 2, 3, 4]), [200, 404, 404, 404]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.bulk').waitFor({ state: 'detached' });
  });

  it('are scheduled, all for one time', async () => {
    await pick([1, 2]);
    await act('Schedule…');
    const dialog = page.locator('dialog[open]');
    await typeMoment(dialog, '2099-01-01T10:00');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await task('Schedule of 2 records').getByText('2 done').waitFor();
    const planned = await root().list<{ id: number }>(
      '/v1/letter?version=draft&filter[publish_time][null]=false&sort=id',
    );
    assert.deepEqual(
      planned.map(({ id }) => Number(id)),
      [2, 3],
    );
  });

  it('are duplicated, and the copies taken back', async () => {
    await pick([0, 1]);
    await act('Duplicate');
    await task('Copies of 2 records').getByText('2 done').waitFor();
    await page.locator('.grid-link', { hasText: 'First (copy)' }).waitFor();
    const copies = () =>
      root().list<{ title: string }>('/v1/letter?version=draft&filter[title][contains]=(copy)&sort=id');
    assert.deepEqual(
      (await copies()).map(({ title }) => title),
      ['First (copy)', 'Second (copy)'],
    );
    await page.locator('.work').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.toast', { hasText: 'Undone' }).waitFor();
    assert.equal((await copies()).length, 0);
  });

  it('of a whole list are published by one request after a question, scheduled, and taken back', async () => {
    const asked: string[] = [];
    page.on('request', (sent) => sent.method() === 'POST' && asked.push(new URL(sent.url()).pathname));
    const all = await root().make('/v1/letter', { title: 'All of these' });
    await go(`${LIST}&filter=${encodeURIComponent(JSON.stringify({ and: [['title', 'ne', 'Second']] }))}`);
    await pick([0]);
    await page.getByRole('button', { name: 'Select all records of the list' }).click();
    await act('Publish');
    const dialog = page.locator('dialog[open]');
    const title = await dialog.locator('h2').innerText();
    const count = Number(/^Publish (\d+) records\?$/.exec(title)?.[1]);
    assert.deepEqual(await accessibilityFaults(page), []);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    const work = page.locator('.work', { hasText: `Publication of ${count} records` });
    await work.getByText('Done').first().waitFor();
    assert.deepEqual(await statuses([all, 2]), [200, 404]);
    await work.getByRole('button', { name: 'Undo', exact: true }).click();
    await work.getByText('Undone').first().waitFor();
    assert.deepEqual(await statuses([all]), [404]);
    await pick([0]);
    await page.getByRole('button', { name: 'Select all records of the list' }).click();
    await act('Schedule…');
    await typeMoment(dialog, '2099-01-01T10:00');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page
      .locator('.work', { hasText: `Schedule of ${count} records` })
      .getByText('Done')
      .first()
      .waitFor();
    assert.notEqual((await root().read(`/v1/letter/${all}?version=draft`)).publish_time, null);
    assert.deepEqual(
      [...new Set(asked)].filter((path) => path.includes('/letter/')),
      ['/api/v1/letter/bulk-by-filter'],
    );
    await root().done(`DELETE /v1/letter/${all}`);
  });

  it('are told apart from those that may not be published', async () => {
    const reader = await opened().open();
    await reader.go('/');
    await signIn(reader.page, (await opened().app.person()).username);
    await reader.go('/collections/piece?sort=id');
    await reader.page.locator('.grid-pick input').first().check();
    await reader.page.getByRole('button', { name: 'Duplicate' }).waitFor();
    assert.equal(await reader.page.getByRole('button', { name: 'Publish' }).count(), 0);
    await reader.page.context().close();
  });

  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const)
    it(`fit with what is done at ${width} px in ${scheme}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await pick([1, 2]);
      await act('Unpublish');
      await task('Unpublication of 2 records').getByText('2 done').waitFor();
      await pick([0]);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
      await page.locator('.selection').getByRole('button', { name: 'More' }).click();
      await page.locator('.acts-menu').getByText('Duplicate').waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/acts-${width}.png` });
    });

  const pick = async (rows: readonly number[]) => {
    for (const row of rows) await page.locator('.grid-pick input').nth(row).check();
  };
  const act = async (name: string) => {
    if (name !== 'Publish') await page.locator('.selection').getByRole('button', { name: 'More' }).click();
    await page.locator('.selection').getByRole('button', { name, exact: true }).click();
  };
  const task = (name: string) => page.getByRole('region', { name });
});

const opened = () => site ?? assert.fail('no site');
const root = () => opened().app.root;
/** What readers get of these letters. */
const statuses = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await opened().app.nobody.get(`/v1/letter/${id}`)).status));
