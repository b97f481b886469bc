import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/projects/own-parts/content' });

describe('parts of a project in the console', { skip: whyNoBrowser }, () => {
  const opened = () => {
    assert.ok(site);
    return site;
  };
  let red = '';
  before(async () => {
    red = await opened().app.root.make('/v1/shade', { name: 'Red', colour: '#ff0000', fragile: 'glass' });
  });
  const pageAt = async (path: string, username = 'root') => {
    const shown = await opened().open();
    await shown.go(path);
    await signIn(shown.page, username);
    return shown;
  };

  it('are the input of a field, and leave the others working when they throw', async () => {
    const { page, context, faults } = await pageAt(`/collections/shade/${red}`);
    const colour = page.locator('[data-field=colour]');
    const input = colour.locator('input[type=color]');
    assert.equal(await input.inputValue(), '#ff0000');
    await input.fill('#00ff00');
    const fragile = page.locator('[data-field=fragile]');
    await fragile.getByText('The control “fragile” of this project has failed.').waitFor();
    await fragile.getByText('it fell down').waitFor();
    await fragile.locator('input').fill('porcelain');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor();
    const { colour: stored, fragile: kept } = (await opened().app.root.get(`/v1/shade/${red}`)).body;
    assert.deepEqual([stored, kept], ['#00ff00', 'porcelain']);
    assert.deepEqual(faults.foreign, []);
    assert.equal(faults.console.length, 1, faults.console.join('\n'));
    assert.match(faults.console[0] ?? '', /it fell down/);
    await context.close();
  });
});
