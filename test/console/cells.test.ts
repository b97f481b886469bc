// Takes long: a browser edits cells of lists in their places.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { countedHand } from '../support/browser/counted-hand.ts';
import { studioSite } from '../support/browser/studio-site.ts';

const site = whyNoBrowser ? undefined : await studioSite();
const LIST = '/collections/piece?columns=title,stage,finished,due,shade&sort=id';

describe('a cell of a list', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened().open());
    const member = await opened().app.person();
    await go('/');
    await signIn(page, member.username, member.password);
  });
  beforeEach(async () => {
    await go(LIST);
    await page.locator('.grid-row').first().waitFor();
  });

  it('becomes its editor by Enter, saves by Enter, and the toast takes it back', async () => {
    await cell(0, 2).click();
    await page.keyboard.press('Enter');
    await input().fill('55');
    await page.keyboard.press('Enter');
    await cell(0, 2).getByText('55').waitFor();
    assert.equal((await piece(1)).finished, 55);
    assert.ok(await page.locator('.grid').evaluate((grid) => grid === grid.ownerDocument.activeElement));
    await page.locator('.toast', { hasText: 'Finished saved' }).getByRole('button', { name: 'Undo' }).click();
    await cell(0, 2).getByText('40').waitFor();
    assert.equal((await piece(1)).finished, 40);
  });

  it('is given up by Escape, and saved by a click elsewhere', async () => {
    await cell(0, 2).dblclick();
    await input().fill('77');
    await page.keyboard.press('Escape');
    await editor().waitFor({ state: 'detached' });
    assert.equal((await piece(1)).finished, 40);
    await cell(0, 2).dblclick();
    await input().fill('78');
    await page.locator('.list-head h1').click();
    await cell(0, 2).getByText('78').waitFor();
    assert.equal((await piece(1)).finished, 78);
  });

  it('goes on by Tab, back by Shift Tab, and past the end of the record', async () => {
    await cell(0, 0).click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('F2');
    await input().fill('Grey heron');
    await page.keyboard.press('Tab');
    await editor('Stage').locator('select').selectOption('planned');
    await page.keyboard.press('Shift+Tab');
    await editor('Title').waitFor();
    assert.equal(await input().inputValue(), 'Grey heron');
    await page.keyboard.press('Escape');
    await cell(0, 1).getByText('Planned').waitFor();
    assert.deepEqual([(await piece(1)).title, (await piece(1)).stage], ['Grey heron', 'planned']);
    await cell(0, 4).dblclick();
    await input().fill('#ffffff');
    await page.keyboard.press('Tab');
    await editor('Title').waitFor();
    assert.equal(await input().inputValue(), 'Odd');
    await page.keyboard.press('Escape');
  });

  it('says why the server refuses, and stays open', async () => {
    await cell(0, 2).dblclick();
    await input().fill('many');
    await page.keyboard.press('Enter');
    await editor().locator('.problem', { hasText: /\S/ }).waitFor();
    assert.equal(await input().getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Escape');
  });

  it('shows what somebody else has saved meanwhile, and asks', async () => {
    await cell(1, 2).dblclick();
    await input().fill('11');
    await root().done('PATCH /v1/piece/2', { finished: 22 });
    await page.keyboard.press('Enter');
    await editor().getByText('Somebody else has changed this meanwhile').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal((await piece(2)).finished, 22);
    await editor().getByRole('button', { name: 'Keep mine' }).click();
    await cell(1, 2).getByText('11').waitFor();
    assert.equal((await piece(2)).finished, 11);
  });

  it('is saved although somebody else has changed another field', async () => {
    await cell(1, 2).dblclick();
    await input().fill('12');
    await root().done('PATCH /v1/piece/2', { shade: '#000000' });
    await page.keyboard.press('Enter');
    await cell(1, 2).getByText('12').waitFor();
    const { finished, shade } = await piece(2);
    assert.deepEqual([finished, shade], [12, '#000000']);
  });

  it('takes the cells of a spreadsheet, for several records at once, and the toast takes them back', async () => {
    const values = async () =>
      [await piece(1), await piece(2)].map(({ stage, finished }) => [stage, finished]);
    const before = await values();
    await cell(0, 1).click();
    await countedHand(page).paste('Planned\t31\r\nBegun\t32\r\n');
    const toast = page.locator('.toast', { hasText: '2 records changed' });
    await cell(1, 2).getByText('32').waitFor();
    assert.deepEqual(await values(), [
      ['planned', 31],
      ['begun', 32],
    ]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await cell(1, 2).getByText(String(before[1]?.[1])).waitFor();
    assert.deepEqual(await values(), before);
  });

  it('takes none of them if one has no place or is refused', async () => {
    const before = [await piece(1), await piece(2), await piece(3)];
    const hand = countedHand(page);
    for (const [pasted, told] of [
      ['1\n2\n3', 'Nothing was pasted'], // the third may not be changed
      ['1\n2\n3\n4\n5', 'Nothing was pasted'],
      ['1\nmany', /\S/],
    ] as const) {
      await cell(0, 2).click();
      await hand.paste(pasted);
      const toast = page.locator('.toast', { hasText: told }).last();
      await toast.waitFor();
      await toast.getByRole('button').last().click();
      await toast.waitFor({ state: 'detached' });
    }
    assert.deepEqual([await piece(1), await piece(2), await piece(3)], before);
  });

  it('opens its record where the user may not change it', async () => {
    await cell(2, 2).dblclick();
    assert.equal(await editor().count(), 0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/collections\/piece\/3/);
    assert.equal((await piece(3)).finished, 100);
  });

  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const)
    it(`has an editor that fits at ${width} px in ${scheme}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await cell(0, 1).dblclick();
      await editor('Stage').locator('select').waitFor();
      const box = await editor().boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      assert.deepEqual(await accessibilityFaults(page), []);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/cell-${width}.png` });
      await page.keyboard.press('Escape');
    });

  const cell = (row: number, column: number) =>
    page.locator(`.grid-row[aria-rowindex="${row + 2}"] .grid-cell[id$="-${column}"]`);
  const editor = (field = '') => page.getByRole('dialog', { name: `Edit ${field}` });
  const input = () => editor().locator('input').first();
});

const opened = () => site ?? assert.fail('no site');
const root = () => opened().app.root;
const piece = (id: number) => root().read<Record<string, unknown>>(`/v1/piece/${id}`);
