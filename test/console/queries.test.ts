import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/queries' });

describe('a query in the console', { skip: whyNoBrowser }, () => {
  before(async () => {
    const { root } = site?.app ?? assert.fail();
    for (const [name, prices] of [
      ['Ada', ['10.50', '2.25']],
      ['Ben', ['7.00']],
    ] as const) {
      const author = await root.make('/v1/author', { name });
      for (const price of prices)
        await root.make('/v1/article', { title: 'Sold', author, state: 'sold', price });
    }
  });

  it('has a list and a page for each record, without anything that writes', async () => {
    assert.ok(site);
    const { page, go } = await site.open();
    const broken: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) broken.push(`${answer.status()} ${answer.url()}`);
    });
    await go('/');
    await signIn(page);
    await go('/collections/sale');
    await page.getByText('Ada', { exact: true }).first().waitFor();
    const words = await page.locator('main').innerText();
    assert.match(words, /12\.75/);
    for (const word of ['New', 'Import', 'Trash'])
      assert.equal(await page.getByRole('button', { name: word }).count(), 0, word);
    assert.equal(await page.locator('a[href$="/sale/new"], a[href$="/sale/trash"]').count(), 0);
    await page.getByText('Ada', { exact: true }).first().click();
    await page.waitForURL(/\/collections\/sale\/\d+/);
    await page.getByText('12.75').first().waitFor();
    for (const word of ['Save', 'Delete', 'History'])
      assert.equal(await page.getByRole('button', { name: word, exact: true }).count(), 0, word);
    assert.equal(await page.locator('main input:not([readonly]):not([disabled])').count(), 0);
    assert.deepEqual(broken, []);
  });
});
