import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/studio' });

describe('the form of a record', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let work: number;
  before(async () => {
    assert.ok(site);
    const { root } = site.app;
    work = await root.make('/v1/artwork', { title: 'Harbour', for_sale: true, width: 40 });
    ({ page, go } = await site.open());
    await go('/');
    await signIn(page);
    await go(`/collections/artwork/${work}`);
    await formPage(page).ready();
  });
  const side = () => page.locator('.record-side');

  it('keeps the title, the state and the actions in sight', async () => {
    const bar = page.locator('.record-bar');
    await formPage(page).field('sections').scrollIntoViewIfNeeded();
    const box = await bar.boundingBox();
    assert.ok(box && box.y >= 0 && box.y < 10, `the bar is at ${box?.y}`);
    assert.match(await bar.innerText(), /Harbour\s+Draft/);
    const main = bar.locator('.button-main');
    assert.deepEqual(await main.allInnerTexts(), ['Publish']);
  });

  it('shows what describes the record beside its content, and who made it', async () => {
    const names = await side().locator('.form-field').evaluateAll(namesOf);
    assert.deepEqual(names, ['state', 'made_on', 'for_sale']);
    const facts = side().locator('.record-facts');
    await facts.getByText('root').nth(1).waitFor();
    assert.match(await facts.innerText(), /Created\s+now\s+root\s+Last changed\s+now\s+root/);
  });

  it('puts short fields on one line', async () => {
    const boxes = await Promise.all(
      ['width', 'height', 'depth', 'weight'].map((name) => formPage(page).input(name).boundingBox()),
    );
    const tops = boxes.map((box) => Math.round(box?.y ?? 0));
    assert.equal(new Set(tops.slice(0, 3)).size, 1, `three on a line: ${tops}`);
    assert.ok((tops[3] ?? 0) > (tops[0] ?? 0), 'the fourth on the next');
  });

  it('leads to its groups', async () => {
    const jumps = page.locator('.form-jumps');
    assert.deepEqual(await jumps.locator('button').allInnerTexts(), [
      ...['General', 'Size and weight', 'Links', 'Showings'],
    ]);
    await jumps.getByRole('button', { name: 'Links' }).click();
    const heading = page.locator('h2', { hasText: 'Links' });
    const [top, bar] = [await heading.boundingBox(), await page.locator('.record-bar').boundingBox()];
    assert.ok(top && bar && top.y >= bar.y + bar.height, 'the heading is below the bar');
    await jumps.locator('[aria-current]', { hasText: 'Links' }).waitFor();
  });

  it('lists what is needed to publish, and leads to each', async () => {
    const missing = side().locator('.form-missing');
    assert.deepEqual(await missing.getByRole('button').allInnerTexts(), ['Cover', 'Summary']);
    await missing.getByRole('button', { name: 'Summary' }).click();
    await page.keyboard.type('Boats before sunrise');
    assert.equal(await formPage(page).input('summary').inputValue(), 'Boats before sunrise');
    assert.deepEqual(await missing.getByRole('button').allInnerTexts(), ['Cover']);
  });

  it('lists several problems by label, and leads to each', async () => {
    const form = formPage(page);
    await form.input('width').fill('0');
    await form.input('depth').fill('-1');
    await form.save();
    const problems = page.locator('.form-problems');
    await problems.getByRole('button', { name: 'Depth' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7');
    assert.equal(await form.input('depth').inputValue(), '7');
    await problems.waitFor({ state: 'detached' }); // one is left, and stands beside its field
    await form.input('width').fill('41');
    await form.save();
    await form.told('Saved');
  });

  it('has no column beside it in a narrow window, and nothing beyond its edge', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    const [content, beside] = [
      await page.locator('.record-content').boundingBox(),
      await side().boundingBox(),
    ];
    assert.ok(content && beside && beside.y >= content.y + content.height);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

function namesOf(fields: readonly unknown[]): (string | undefined)[] {
  return (fields as readonly { readonly dataset: { readonly field?: string } }[]).map(
    ({ dataset }) => dataset.field,
  );
}
