// Takes long: a browser makes columns of lists wider and narrower.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { studioSite } from '../support/browser/studio-site.ts';

const site = whyNoBrowser ? undefined : await studioSite();

describe('the columns of a list', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened().open());
    await go('/');
    await signIn(page, (await opened().app.person()).username);
  });
  beforeEach(async () => {
    await go('/collections/piece?columns=title,stage,finished,shade');
    await edge('Stage').waitFor();
  });

  it('are dragged wider, and remembered', async () => {
    const before = await width('Stage');
    const box = (await edge('Stage').boundingBox()) ?? assert.fail('no edge');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 100, box.y, { steps: 4 });
    await page.mouse.up();
    assert.equal(await width('Stage'), before + 100);
    await page.reload({ waitUntil: 'networkidle' });
    await edge('Stage').waitFor();
    assert.equal(await width('Stage'), before + 100);
    assert.equal(await edge('Stage').getAttribute('aria-valuenow'), String(before + 100));
    assert.ok(!page.url().includes('sort='), 'a drag does not sort');
    await edge('Stage').dblclick();
    assert.equal(await width('Stage'), before);
  });

  it('are made wider and narrower by keys, within bounds', async () => {
    await edge('Shade').focus();
    const before = await width('Shade');
    await page.keyboard.press('ArrowRight');
    assert.equal(await width('Shade'), before + 16);
    for (let count = 0; count < 9; count += 1) await page.keyboard.press('Shift+ArrowLeft');
    assert.equal(await width('Shade'), 64);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Enter');
    assert.equal(await width('Shade'), before);
  });

  it('keep their widths when others are shown', async () => {
    await edge('Stage').focus();
    await page.keyboard.press('Shift+ArrowRight');
    const wide = await width('Stage');
    await go('/collections/piece?columns=stage,title,due');
    await edge('Due').waitFor();
    assert.equal(await width('Stage'), wide);
    await edge('Stage').focus();
    await page.keyboard.press('Delete');
  });

  it('are as wide as ever for somebody else in the same browser', async () => {
    await edge('Stage').focus();
    const before = await width('Stage');
    await page.keyboard.press('ArrowRight');
    const other = (await opened().app.person()).username;
    const second = await page.context().newPage();
    await page.context().clearCookies();
    await second.goto(page.url(), { waitUntil: 'networkidle' });
    await signIn(second, other);
    const head = second.getByRole('columnheader', { name: 'Stage' });
    await head.waitFor();
    assert.equal(Math.round((await head.boundingBox())?.width ?? 0), before);
    await second.close();
  });

  const edge = (field: string) => page.getByRole('separator', { name: `Width of ${field}` });
  const width = async (field: string) => {
    const box = await page.getByRole('columnheader', { name: field }).boundingBox();
    return Math.round(box?.width ?? 0);
  };
});

const opened = () => site ?? assert.fail('no site');
