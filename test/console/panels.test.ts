import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/projects/preview-panels/content' });

describe('the panels on the overview', { skip: whyNoBrowser }, () => {
  const opened = () => {
    assert.ok(site);
    return site;
  };
  before(async () => {
    const { root } = opened().app;
    for (const [region, price] of [
      ['north', '1234.50'],
      ['north', '2.00'],
      ['south', '700.00'],
      [null, '3.00'],
    ])
      await root.make('/v1/sale', { title: 'Sale', region, price, margin: '0.50' });
  });
  const overviewOf = async (username: string, viewer: object = {}) => {
    const shown = await opened().open(viewer);
    await shown.go('/');
    await signIn(shown.page, username);
    await shown.page.locator('.panel').first().waitFor();
    return shown;
  };

  it('draw a number, bars and a line, with a table beside', async () => {
    const { page, context } = await overviewOf('root');
    const panel = (label: string) => page.locator('.panel', { has: page.getByText(label, { exact: true }) });
    assert.equal(await panel('Sales').locator('.panel-figure').innerText(), '4');
    const bars = panel('Price by region').first();
    assert.deepEqual(await bars.locator('tbody tr').allInnerTexts(), [
      'None\t3',
      'The north\t1,236.5',
      'The south\t700',
    ]);
    assert.equal(await bars.locator('rect').count(), 3);
    assert.equal(await panel('Sales by month').locator('polyline').count(), 1);
    await panel('For administrators').locator('p', { hasText: 'more groups' }).waitFor();
    await context.close();
  });

  it('are those that the reader may see', async () => {
    const { username } = await opened().app.granted('sale.all');
    const { page, context } = await overviewOf(username);
    const labels = await page.locator('.panel h2').allInnerTexts();
    assert.deepEqual(labels.sort(), ['Price by region', 'Sales', 'Sales by month']);
    await context.close();
  });

  for (const [language, scheme, width] of [
    ['en', 'light', 1440],
    ['zh', 'dark', 360],
  ] as const)
    it(`have no barriers in ${language}, ${scheme}, at ${width} px`, async () => {
      const { page, context, faults } = await overviewOf('root', { language, scheme, width });
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
      assert.deepEqual(faults, { console: [], foreign: [] });
      await context.close();
    });
});
