import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/content/harbour', webhookNetworks: ['127.0.0.0/8'] });

/** Accepts messages, or refuses them while a test asks it to. */
const far = { status: 200, taken: [] as string[], address: '' };
const receiver = createServer(async (request, response) => {
  const text = Buffer.concat(await request.toArray()).toString('utf8');
  if (far.status === 200) far.taken.push(JSON.parse(text).type);
  response.writeHead(far.status).end(far.status === 200 ? '{"ok":true}' : 'closed for lunch');
});

describe('webhooks in the console', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  const refused: string[] = [];
  before(async () => {
    assert.ok(site);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    far.address = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/hook`;
    const keeper = await site.app.granted('webhook.manage');
    ({ page, go } = await site.open());
    await go('/');
    await signIn(page, keeper.username);
    page.on('response', (answer) => {
      if ([401, 403, 404, 405].includes(answer.status())) refused.push(answer.url());
    });
  });
  after(() => receiver.close());
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]').last();
  const sent = (words: string) => page.locator('.delivery summary', { hasText: words }).first();

  it('one is made; its secret is shown once', async () => {
    await go('/admin/webhooks');
    await page.locator('.empty').waitFor();
    await button('New webhook').click();
    await dialog().locator('input[name=name]').fill('Board');
    await dialog().getByLabel('URL', { exact: true }).fill('ftp://nowhere');
    await page.keyboard.press('Enter');
    await dialog().locator('[role=alert]', { hasText: /url/ }).waitFor();
    await dialog().locator('input[name=url]').fill(far.address);
    await dialog().getByLabel('Ship', { exact: true }).check();
    await page.keyboard.press('Enter');
    const secret = dialog().getByLabel('Secret');
    await secret.waitFor();
    assert.match(await secret.inputValue(), /^whsec_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.locator('.webhook-head', { hasText: 'Board' }).waitFor();
    assert.doesNotMatch(await page.content(), /whsec_/);
  });

  it('a test and changes are sent; the page shows what was sent and answered', async () => {
    assert.ok(site);
    await button('Send a test').click();
    await sent('webhook.test').filter({ hasText: 'Delivered' }).waitFor();
    await site.app.root.make('/v1/ship', { name: 'Heron' });
    await site.app.root.make('/v1/wish', { words: 'Nobody is told' });
    await until(() => far.taken.includes('ship.created'));
    await page.reload();
    await sent('Ship · Created').click();
    await page.locator('.delivery[open]', { hasText: '"collection": "ship"' }).waitFor();
    await page.locator('.delivery[open]', { hasText: '"ok": true' }).waitFor();
    assert.deepEqual(far.taken, ['webhook.test', 'ship.created']);
    await button('Redeliver').click();
    await until(() => far.taken.length === 3);
  });

  it('tells of the records alone that meet its filter', async () => {
    assert.ok(site);
    await button('Edit…').click();
    const filter = dialog().locator('textarea[name=filter]');
    await filter.fill('{"name": 5');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog()
      .locator('[role=alert]', { hasText: /filter/ })
      .waitFor();
    await filter.fill('{"name": {"starts": "Al"}}');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ship · filtered').waitFor();
    const before = far.taken.length;
    await site.app.root.make('/v1/ship', { name: 'Egret' });
    await site.app.root.make('/v1/ship', { name: 'Albatross' });
    await until(() => far.taken.length > before);
    assert.equal(far.taken.length, before + 1);
    await button('Edit…').click();
    await filter.fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ship · all events').waitFor();
  });

  it('a receiver that takes nothing is told of; a pause sends nothing, and then all of it', async () => {
    assert.ok(site);
    far.status = 503;
    await button('Send a test').click();
    await page.getByText('Nothing has been delivered since').waitFor();
    await button('Pause').click();
    await page.locator('.webhook-head', { hasText: 'Paused' }).waitFor();
    assert.equal(await button('Send a test').count(), 0);
    far.status = 200;
    await site.app.root.make('/v1/ship', { name: 'Crane' });
    await button('Resume').click();
    await page.locator('.webhook-head', { hasText: 'Active' }).waitFor();
    await until(() => far.taken.filter((type) => type === 'ship.created').length >= 3);
  });

  it('it is edited, its secret replaced, and it is deleted', async () => {
    await button('Edit…').click();
    await dialog().locator('input[name=name]').fill('Notice board');
    await dialog().getByLabel('Deleted', { exact: true }).check();
    await page.keyboard.press('Enter');
    await page.getByText('Ship · Deleted').waitFor();
    await button('New secret…').click();
    await dialog().locator('select').selectOption({ label: '1 week' });
    await button('Replace').click();
    assert.match(await dialog().getByLabel('Secret', { exact: true }).inputValue(), /^whsec_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.locator('.empty').waitFor();
    assert.deepEqual(refused, []);
  });

  it('of who may make none, nothing is shown; the super administrator sees whose it is', async () => {
    assert.ok(site);
    const keeper = await site.app.granted('webhook.manage');
    const made = { name: 'Of another', url: far.address };
    const id = await keeper.make('/cms/webhook', made);
    for (const [who, seen] of [
      [(await site.app.person()).username, 0],
      [(await site.app.granted('webhook.manage')).username, 1],
      ['root', 1],
    ] as const) {
      const one = await site.open();
      await one.go('/');
      await signIn(one.page, who);
      await one.page.locator('.sidebar-link', { hasText: 'Overview' }).waitFor();
      await one.page.locator('.tile').first().waitFor();
      assert.equal(await one.page.locator('.sidebar-link', { hasText: 'Webhooks' }).count(), seen, who);
      if (who === 'root') {
        await one.go(`/admin/webhooks/${id}`);
        await one.page.getByText(`with the rights of ${keeper.username}`).waitFor();
      }
      await one.page.context().close();
    }
  });
});
