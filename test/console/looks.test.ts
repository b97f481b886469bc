// Takes long: a browser measures lists, cards and dialogs in many widths.
// Needs a process of its own: it starts a browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { harbourSite } from '../support/browser/harbour-site.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import { image, upload } from '../support/records/uploads.ts';

const site = whyNoBrowser ? undefined : await harbourSite();

describe('how pages look', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened().open({ width: 768 }));
    await go('/');
    await signIn(page);
  });

  describe('a list that is wider than its page', () => {
    it('has a shadow at the edge beyond which there are columns', async () => {
      await go('/collections/ship');
      const grid = page.locator('.grid');
      await grid.locator('.grid-link').first().waitFor();
      for (const direction of ['ltr', 'rtl']) {
        await turn(direction);
        const [start, end] =
          direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const);
        await scrollTo(grid, 0);
        assert.ok((await brightness(grid, end)) < (await brightness(grid, start)) - 5, `more at the ${end}`);
        await scrollTo(grid, direction === 'ltr' ? 9999 : -9999);
        assert.ok(
          (await brightness(grid, end)) > (await brightness(grid, start)) + 5,
          `more at the ${start}`,
        );
      }
      await turn('ltr');
    });

    it('keeps the title in sight, and shows the cell that a key leads to', async () => {
      await go('/collections/ship');
      const grid = page.locator('.grid');
      await grid.locator('.grid-link').first().waitFor();
      await grid.focus();
      for (let column = 1; column < 5; column += 1) await page.keyboard.press('ArrowRight');
      const last = grid.locator('.grid-cell.is-here');
      assert.match((await last.getAttribute('class')) ?? '', /cell-date-time/);
      await isInSight(last, grid);
      const title = grid.locator('.grid-row .is-title').first();
      await isInSight(title, grid);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const hidden = await grid
        .locator('.grid-cell.is-here')
        .evaluate((cell) => cell.getBoundingClientRect().left);
      const edge = await title.evaluate((cell) => cell.getBoundingClientRect().right);
      assert.ok(hidden >= edge - 1, 'the cell is not below the title');
    });

    it('cuts no number', async () => {
      await opened().app.root.make('/v1/ship', { name: 'The largest', tonnage: '-9999999999.99' });
      await go('/collections/ship');
      const cell = page.locator('.grid-row', { hasText: 'The largest' }).locator('.cell-decimal');
      await cell.waitFor();
      assert.equal(await cell.evaluate(isCut), false);
    });
  });

  it('a card of a list at an earlier time shows whole values, and the state of a draft', async () => {
    const { app, open } = opened();
    await app.root.done('PATCH /v1/notice/1', {
      words: 'All berths of the inner harbour, and those of the outer one',
    });
    const narrow = await open({ width: 360 });
    await narrow.go('/collections/notice');
    await signIn(narrow.page);
    await narrow.page.locator('.grid-row .cell-state').first().waitFor();
    const columns = ['title', 'words', 'create_time', 'update_time', 'publication'].join();
    await narrow.page.evaluate(`localStorage.setItem('quire.columns.1.notice', '${columns}')`);
    await narrow.go('/collections/notice/past');
    const state = narrow.page.locator('.grid-row .cell-state').first();
    await state.waitFor();
    const right = await state.evaluate((cell) => cell.getBoundingClientRect().right);
    assert.ok(right <= 360, `ends at ${right} px`);
  });

  it('files that are only read stand apart, with their pictures', async () => {
    const { app } = opened();
    const [file] = await upload(app, app.root.access, { key: 'a', name: 'chart.png', bytes: await image() });
    const id = await app.root.make('/v1/ship', { name: 'With a chart', papers: file?.id });
    const reader = await app.person();
    const other = await opened().open();
    await other.go(`/collections/ship/${id}`);
    await signIn(other.page, reader.username, reader.password);
    await other.page.locator('[data-field=papers] a', { hasText: 'chart.png' }).locator('img').waitFor();
    assert.equal(await other.page.locator('[data-field=papers] .read-only-rows').evaluate(displayOf), 'flex');
  });

  it('words that no line holds widen no page, and what is only read aloud makes none longer', async () => {
    const { root, person } = opened().app;
    await (await person()).delete(`/v1/tariff/${'9'.repeat(60)}`);
    await root.make('/v1/ship', { name: 'W'.repeat(60) });
    await page.setViewportSize({ width: 360, height: 400 });
    await go('/admin/log');
    await page.locator('button.log-back').first().waitFor();
    assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
    assert.equal(await page.evaluate('document.documentElement.scrollHeight'), 400);
    await page.setViewportSize({ width: 768, height: 900 });
  });

  it('a form is printed whole, and alone', async () => {
    await go('/collections/ship/1');
    await page.locator('[data-field=name] input').waitFor();
    await page.emulateMedia({ media: 'print' });
    const main = page.locator('.shell-main');
    assert.equal(await main.evaluate(isLonger), false);
    assert.equal(await page.locator('.sidebar, .topbar').filter({ visible: true }).count(), 0);
    await page.emulateMedia({ media: 'screen' });
  });

  it('a page that an address leads on to has no frame', async () => {
    await go('/collections/office');
    await page.locator('[data-field=title] input').waitFor();
    assert.equal(await page.locator('.shell-main:focus-visible').count(), 0);
    await page.keyboard.press('Tab');
    assert.equal(await page.locator(':focus-visible').count(), 1);
  });

  it('what is chosen or changed is marked also where the reader forces colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await go('/collections/ship/1/history');
    const chosen = page.locator('.change[aria-pressed=true]');
    await chosen.waitFor();
    assert.equal(await chosen.evaluate(outlineOf), 'solid');
    assert.equal(await page.locator('.change[aria-pressed=false]').first().evaluate(outlineOf), 'none');
    await go('/admin/permissions');
    await page.locator('.grant-box input').first().click();
    assert.equal(await page.locator('.grant-box.is-changed').first().evaluate(outlineOf), 'solid');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it('a record that is missing offers no other version of it', async () => {
    await go('/collections/notice/999');
    await page.locator('.note-bad').waitFor();
    assert.equal(await page.locator('.draft-bar').count(), 0);
  });

  async function turn(direction: string): Promise<void> {
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
  }
});

/** What runs in the page. */
interface Styles {
  getComputedStyle(one: object): { readonly display: string; readonly outlineStyle: string };
}
const outlineOf = (one: object) => (globalThis as unknown as Styles).getComputedStyle(one).outlineStyle;
const displayOf = (one: object) => (globalThis as unknown as Styles).getComputedStyle(one).display;
const isLonger = (one: { scrollHeight: number; clientHeight: number }) => one.scrollHeight > one.clientHeight;
const isCut = (one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth > one.clientWidth;

async function scrollTo(grid: Locator, to: number): Promise<void> {
  await grid.evaluate((one, inline) => {
    one.scrollLeft = inline;
  }, to);
}

async function isInSight(cell: Locator, grid: Locator): Promise<void> {
  const [inner, outer] = [await cell.boundingBox(), await grid.boundingBox()];
  assert.ok(inner && outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width + 1);
}

/** Of the edge below the last record, from 0 to 255. */
async function brightness(grid: Locator, side: 'left' | 'right'): Promise<number> {
  const box = await grid.boundingBox();
  assert.ok(box);
  const clip = {
    x: side === 'left' ? box.x : box.x + box.width - 4,
    y: box.y + box.height - 60,
    width: 4,
    height: 40,
  };
  const { channels } = await sharp(await grid.page().screenshot({ clip })).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
}

function opened() {
  assert.ok(site);
  return site;
}
