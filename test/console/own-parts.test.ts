import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, type Viewer, whyNoBrowser } from '../support/browser/browser.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/projects/own-parts/content' });

describe('parts of a project in the console', { skip: whyNoBrowser }, () => {
  const opened = () => {
    assert.ok(site);
    return site;
  };
  let red = 0;
  let guest = '';
  before(async () => {
    const { app } = opened();
    red = await app.root.make('/v1/shade', { name: 'Red', colour: '#ff0000', fragile: 'glass' });
    await app.root.make('/v1/shade', { name: 'Blue', colour: '#0000ff' });
    guest = (await app.granted()).username;
  });
  const pageAt = async (path: string, username = 'root', viewer: Viewer = {}) => {
    const shown = await opened().open(viewer);
    await shown.go(path);
    await signIn(shown.page, username);
    return shown;
  };
  const stored = async (id: number) => (await opened().app.root.get(`/v1/shade/${id}`)).body;

  it('are the input of a field, and leave the others working when they throw', async () => {
    const { page, context, faults } = await pageAt(`/collections/shade/${red}`);
    const input = page.locator('[data-field=colour] input[type=color]');
    assert.equal(await input.inputValue(), '#ff0000');
    await input.fill('#00ff00');
    const fragile = page.locator('[data-field=fragile]');
    await fragile.getByText('The control “fragile” of this project has failed.').waitFor();
    await fragile.getByText('it fell down').waitFor();
    await fragile.locator('input').fill('porcelain');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor();
    const { colour, fragile: kept } = await stored(red);
    assert.deepEqual([colour, kept], ['#00ff00', 'porcelain']);
    assert.deepEqual(faults.foreign, []);
    assert.equal(faults.console.length, 1, faults.console.join('\n'));
    assert.match(faults.console[0] ?? '', /it fell down/);
    await context.close();
  });

  it('show values in lists, and give way to the text when they throw', async () => {
    const { page, context, faults } = await pageAt('/collections/shade');
    await page.locator('.shade-cell', { hasText: '#0000ff of Colour' }).waitFor();
    await page
      .locator('.toast-text', { hasText: 'The cell “fragile” of this project has failed.' })
      .waitFor();
    await page.locator('.grid-cell', { hasText: 'porcelain' }).waitFor();
    assert.equal(faults.console.length, 1, faults.console.join('\n'));
    await context.close();
  });

  it('are inputs and cells inside groups, lists and blocks', async () => {
    const id = await opened().app.root.make('/v1/flag', {
      name: 'Flag',
      pole: { colour: '#111111', fragile: 'glass', torn: { word: 'old' } },
      stripes: [1, 2, 3, 4].map((index) => ({ colour: `#00000${index}`, note: `stripe ${index}` })),
      pins: [
        { colour: '#222222', size: 1 },
        { colour: '#333333', size: 2 },
      ],
      parts: [
        { type: 'band', colour: '#444444', height: 1 },
        { type: 'spot', ends: { from: '#555555', to: '#666666' } },
      ],
      notes: [1, 2, 3, 4].map((index) => ({ from: `#${index}`, to: 'end' })),
    });
    const { page, context, faults } = await pageAt(`/collections/flag/${id}`);
    const at = (path: string) => page.locator(`[data-path="${path}"]`);
    await at('pole.colour').locator('input[type=color]').fill('#aa0000');
    const fragile = at('pole.fragile');
    await fragile.getByText('The control “fragile” of this project has failed.').waitFor();
    await fragile.locator('input').fill('china');
    await at('pole.torn').getByText('The control “torn” of this project has failed.').waitFor();
    await at('pole.torn.word').locator('input').fill('new');
    // Of many elements, each is closed, and shows the cells of its fields, or that of the whole.
    await at('stripes.1').locator('.shade-cell', { hasText: '#000002 of' }).waitFor();
    await at('notes.3').locator('.ends-cell', { hasText: '#4 → end' }).waitFor();
    await at('stripes.1').locator('.element-toggle').click();
    await at('stripes.1.colour').locator('input[type=color]').fill('#bb0000');
    await at('pins.1.colour').locator('input[type=color]').fill('#cc0000');
    await at('parts.0.colour').locator('input[type=color]').fill('#dd0000');
    await at('parts.1.ends').getByRole('button', { name: 'Ends' }).click();
    await at('parts.1.ends').getByText('#666666 to #555555 in flag').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor();
    const { pole, stripes, pins, parts } = (await opened().app.root.get(`/v1/flag/${id}`)).body;
    assert.deepEqual(pole, { colour: '#aa0000', fragile: 'china', torn: { word: 'new' } });
    assert.deepEqual(
      (stripes as { colour: string }[]).map(({ colour }) => colour),
      [...['#000001', '#bb0000', '#000003', '#000004']],
    );
    assert.deepEqual(pins, [
      { colour: '#222222', size: 1 },
      { colour: '#cc0000', size: 2 },
    ]);
    assert.deepEqual(parts, [
      { type: 'band', colour: '#dd0000', height: 1 },
      { type: 'spot', ends: { from: '#666666', to: '#555555' } },
    ]);
    assert.equal(faults.console.length, 2, faults.console.join('\n'));
    await context.close();
  });

  it('act on one record, after a question where they ask one, and say why they failed', async () => {
    const { page, context } = await pageAt(`/collections/shade/${red}`);
    await page.getByRole('button', { name: 'Make black' }).click();
    await page.locator('.toast-text', { hasText: '1 black' }).waitFor();
    assert.equal((await stored(red)).colour, '#000000');
    await page.getByRole('button', { name: 'Lose', exact: true }).click();
    await page.getByRole('dialog').getByText('Sure?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Lose', exact: true }).click();
    const reason = 'The action “lose” of this project has failed. it is lost';
    await page.locator('.toast-text', { hasText: reason }).waitFor();
    await context.close();
  });

  it('act on selected records', async () => {
    const { page, context } = await pageAt('/collections/shade');
    await page.locator('.grid-pick input').first().waitFor();
    for (const box of await page.locator('.grid-pick input').all()) await box.click();
    const bar = page.locator('.selection');
    assert.equal(await bar.getByRole('button', { name: 'Lose' }).count(), 0);
    await bar.getByRole('button', { name: 'Make black' }).click();
    await page.locator('.toast-text', { hasText: '2 black' }).waitFor();
    await page.locator('.shade-cell', { hasText: '#000000 of Colour' }).nth(1).waitFor();
    await context.close();
  });

  it('are tabs of a record that know the rights of their user', async () => {
    for (const [username, rights] of [
      ['root', 'yours'],
      [guest, 'theirs'],
    ] as const) {
      const { page, context, faults } = await pageAt(`/collections/shade/${red}`, username);
      await page.getByRole('link', { name: 'Contrast' }).click();
      await page.getByText(`Red on white: ${rights}`).waitFor();
      assert.equal(await page.locator('h1').innerText(), 'Red');
      assert.deepEqual(faults.foreign, []);
      await context.close();
    }
  });

  it('are pages and panels that may do what their user may, and no more', async () => {
    const { page, context } = await pageAt('/', guest);
    await page.locator('.panel', { hasText: 'Shades here' }).getByText(`Red for ${guest}`).waitFor();
    assert.equal(await page.getByRole('link', { name: 'For editors' }).count(), 0);
    await page.getByRole('link', { name: 'Names of shades' }).click();
    await page.getByRole('heading', { level: 1, name: 'Names of shades' }).waitFor();
    await page.getByText(`Blue for ${guest}`).waitFor();
    await page.getByRole('button', { name: 'Delete the first' }).click();
    await page.locator('.toast-text').waitFor();
    assert.equal((await stored(red)).name, 'Red');
    await context.close();
    const direct = await pageAt('/own/secret', guest);
    await direct.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await direct.context.close();
  });

  it('are named on their page when they throw, and the navigation still works', async () => {
    const { page, context } = await pageAt('/own/secret');
    await page.getByText('The page “secret” of this project has failed.').waitFor();
    await page.getByRole('link', { name: 'Names of shades' }).click();
    await page.getByText('Blue for root').waitFor();
    await context.close();
  });

  for (const [language, scheme, width] of [
    ['en', 'light', 1440],
    ['zh', 'dark', 360],
  ] as const)
    it(`have no barriers in ${language}, ${scheme}, at ${width} px`, async () => {
      const { page, context } = await pageAt('/own/names', 'root', { language, scheme, width });
      await page.getByText('Blue for root').waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
      await context.close();
    });
});
