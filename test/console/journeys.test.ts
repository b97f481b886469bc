// Takes long: a browser does what people do in a day, as several users.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Revision } from '../support/bodies.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { image, upload } from '../support/records/uploads.ts';

const opened = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('a day in the console, on an unknown model', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let requests: string[];
  before(async () => {
    const { app, open } = site();
    const berth = await app.root.make('/v1/berth', { sign: 'A1' });
    for (let group = 0; group < 4; group += 1) {
      const items = Array.from({ length: 200 }, (_, index) => {
        const number = group * 200 + index;
        const values = { name: `${letter(number)} ship ${number}`, berth, built: `20${10 + group}-05-17` };
        return { action: 'create', values };
      });
      await app.root.done('POST /v1/ship/bulk', { items });
    }
    ({ page, go } = await open());
    requests = [];
    page.on('request', (request) => requests.push(decodeURIComponent(request.url())));
    await go('/');
    await signIn(page);
  });

  it('jumps in a list to a letter and a day, in both directions, without an offset', async () => {
    await go('/collections/ship?sort=name');
    await jump('m');
    await page
      .locator('.grid-link', { hasText: /^m ship/ })
      .first()
      .waitFor();
    await page.locator('.grid').focus();
    await page.keyboard.press('Control+Home');
    await page
      .locator('.grid-link', { hasText: /^[al] ship/ })
      .first()
      .waitFor();
    await go('/collections/ship?sort=-built&columns=name,built');
    await jump('2012-05-17');
    await page.locator('.cell-date', { hasText: '2012' }).first().waitFor();
    const lists = requests.filter((url) => /\/v1\/ship\?/.test(url));
    assert.ok(lists.some((url) => url.includes('from=m')));
    assert.deepEqual(
      lists.filter((url) => /[?&](page|offset)=/.test(url)),
      [],
    );
  });

  it('leads to a record by the first column of a list without titles', async () => {
    await go('/collections/ship?columns=built,berth');
    await page.locator('.grid-link').first().click();
    await page.waitForURL(/\/collections\/ship\/\d+$/);
  });

  it('shows a list as it was at an earlier moment', async () => {
    const { root } = site().app;
    const id = await root.make('/v1/ship', { name: 'Old name' });
    const items = await root.list<Revision>(`/v1/ship/${id}/history`);
    await root.done(`PATCH /v1/ship/${id}`, { name: 'New name' });
    await go('/collections/ship');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'As of an earlier time' }).click();
    await page.locator('.grid-link', { hasText: 'New name' }).waitFor();
    await page.locator('.moment input[type=range]').press('Home');
    await page.waitForURL(/[?]time=\d+/);
    await go(`/collections/ship/past?time=${items[0]?.time}`);
    await page.locator('.grid-link', { hasText: 'Old name' }).click();
    await page.waitForURL(/\/history$/);
    await page.getByRole('button', { name: 'Undo this change' }).waitFor();
  });

  it('shows the files of an earlier moment, and says of those that are gone', async () => {
    const { root } = site().app;
    const [kept, lost] = await upload(
      site().app,
      root.access,
      { key: 'a', name: 'kept.png', bytes: await image() },
      { key: 'b', name: 'lost.png', bytes: await image() },
    );
    const id = await root.make('/v1/ship', { name: 'Two papers', papers: kept?.id });
    await root.done(`PATCH /v1/ship/${id}`, { papers: lost?.id });
    await root.done(`PATCH /v1/ship/${id}`, { papers: null });
    await root.done(`DELETE /cms/file/${lost?.id}`);
    const items = await root.list<Revision>(`/v1/ship/${id}/history`);
    const cell = page.locator('.grid-row', { hasText: 'Two papers' }).locator('.cell-file');
    const before = requests.length;
    const files = () => requests.slice(before).filter((url) => /\/cms\/file[?/](?!size)/.test(url));
    await go('/collections/ship'); // its columns are those of the list at an earlier time
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Papers', exact: true }).check();
    await go(`/collections/ship/past?time=${items[2]?.time}`);
    await cell.filter({ hasText: 'kept.png' }).locator('img').waitFor();
    await go(`/collections/ship/past?time=${items[1]?.time}`);
    await cell.filter({ hasText: `${lost?.id} (deleted, or hidden from you)` }).waitFor();
    assert.equal(files().length, 2, 'one request each time, also for files that are gone');
    await go(`/collections/ship/${id}/history?change=${items[1]?.time}`);
    await page.locator('[data-field=papers] del', { hasText: 'kept.png' }).waitFor();
    await page.locator('[data-field=papers] ins', { hasText: 'Deleted, or hidden from you' }).waitFor();
    assert.deepEqual(
      files().filter((url) => !url.includes('?id=')),
      [],
    );
  });

  it('says in heading and title which page is shown, also of a record that is missing', async () => {
    await go('/collections/ship/999999');
    await page.locator('h1', { hasText: 'Ship 999999: not found' }).waitFor();
    assert.equal(await page.title(), 'Ship 999999: not found · Quire');
    await go('/collections/ship/999999/history');
    await page.locator('h1', { hasText: 'Ship 999999: not found' }).waitFor();
    await page.locator('.sidebar-link', { hasText: 'Ship' }).click();
    await page.locator('.list h1').waitFor();
    assert.equal(await page.title(), 'Ship · Quire');
  });

  it('keeps filter, search and place of a list in its address, and on return', async () => {
    await go('/collections/ship');
    await page.locator('.search input').fill('ship 3');
    await page.locator('.grid-link', { hasText: 'ship 799' }).waitFor({ state: 'detached' });
    await page.locator('.grid-link', { hasText: 'ship 793' }).waitFor();
    await page.locator('.grid').evaluate((grid) => {
      (grid as unknown as { scrollTop: number }).scrollTop = 1500;
    });
    await page.locator('.grid-link', { hasText: 'ship 535' }).click();
    await formPage(page).ready();
    await page.goBack();
    await page.locator('.grid-link', { hasText: 'ship 535' }).waitFor();
    assert.equal(await page.locator('.search input').inputValue(), 'ship 3');
    const top = await page
      .locator('.grid')
      .evaluate((grid) => (grid as unknown as { scrollTop: number }).scrollTop);
    assert.equal(top, 1500);
  });

  it('finds, opens, edits, deletes and restores with keys alone', async () => {
    const { app, open } = site();
    const keys = await open();
    await keys.go('/');
    await keys.page.keyboard.type('root');
    await keys.page.keyboard.press('Tab');
    await keys.page.keyboard.type(PASSWORD);
    await keys.page.keyboard.press('Enter');
    const form = formPage(keys.page);
    await form.keepsFocus('#main');
    await keys.page.keyboard.press('Control+k');
    await keys.page.keyboard.type('ship 77'); // before the palette is there
    await keys.page.locator('.palette [data-highlighted]', { hasText: 'ship 77' }).waitFor();
    await keys.page.keyboard.type('7');
    await keys.page.locator('.palette [data-highlighted]', { hasText: 'ship 777' }).waitFor();
    await keys.page.keyboard.press('Enter');
    await keys.page.waitForURL(/\/collections\/ship\/\d+$/);
    const id = keys.page.url().split('/').at(-1);
    await form.ready();
    await form.keepsFocus('#main, #main *');
    await form.tabTo('[data-field=name] input');
    await keys.page.keyboard.press('ControlOrMeta+a');
    await keys.page.keyboard.type('Renamed by keys');
    await form.save();
    await form.told('Saved');
    assert.equal((await app.root.read(`/v1/ship/${id}`)).name, 'Renamed by keys');

    await keys.go('/collections/ship?sort=-update_time');
    await keys.page.locator('.grid-link', { hasText: 'Renamed by keys' }).waitFor();
    await form.tabTo('.grid');
    await keys.page.keyboard.press('Enter');
    await form.ready();
    await form.tabTo('.record-head .button');
    await keys.page.keyboard.press('Enter');
    await keys.page.locator('.toast', { hasText: 'deleted' }).waitFor();
    await keys.go('/collections/ship/trash');
    await keys.page.locator('.trash-row', { hasText: 'Renamed by keys' }).waitFor();
    await form.tabTo('.trash-row .button');
    await keys.page.keyboard.press('Enter');
    await keys.page.locator('.trash-row').waitFor({ state: 'detached' });
    await form.keepsFocus('#main, #main *');
    assert.equal((await app.root.read(`/v1/ship/${id}`)).name, 'Renamed by keys');
    assert.deepEqual(keys.faults, { console: [], foreign: [] });
    await keys.page.context().close();
  });

  it('has the focus where the palette or the button of the filter lead', async () => {
    const keys = await site().open();
    await keys.go('/');
    await signIn(keys.page);
    const { keepsFocus, tabTo } = formPage(keys.page);
    await keys.go('/collections/ship'); // nothing has the focus
    await keys.page.keyboard.press('Control+k');
    await keys.page.keyboard.type('ship');
    await keys.page.locator('.palette [data-highlighted]', { hasText: 'Ship' }).waitFor();
    await keys.page.keyboard.press('Enter');
    await keepsFocus('#main');
    await tabTo('.list-tools .button[aria-expanded]');
    await keys.page.keyboard.press('Enter');
    await keepsFocus('.list-filter select');
    await keys.page.keyboard.press('Escape');
    await keepsFocus('.list-tools .button[aria-expanded=false]');
    assert.equal(await keys.page.locator('.list-filter').count(), 0);
    await keys.page.context().close();
  });

  it('is a day on a phone as well: write, find, change and delete at 360 px, turned round too', async () => {
    const { app, open } = site();
    const member = await app.person();
    const berth = await app.root.make('/v1/berth', { sign: 'Far out on the mole' });
    await app.root.make('/v1/ship', { name: 'Laden', berth, tonnage: '1234567890.50', flag: 'blue' });
    const phone = await open({ width: 360 });
    await phone.go('/');
    await signIn(phone.page, member.username);
    await phone.page.locator('.topbar button').first().click();
    await phone.page.locator('.drawer .sidebar-link', { hasText: 'Ship' }).click();
    await phone.page.locator('.grid-row', { hasText: 'Far out' }).waitFor();
    assert.equal(await phone.page.locator('.grid-row').evaluateAll(countCut), 0);
    await phone.page.locator('.list-head .button-main').click();
    const form = formPage(phone.page);
    await form.ready();
    await form.input('name').fill('Written on a phone');
    await phone.page.locator('.state-line .button-main').click();
    await phone.page.waitForURL(/\/collections\/ship\/\d+$/);
    await phone.page.evaluate("document.documentElement.dir = 'rtl'");
    await phone.page.locator('.record-back').click();
    await phone.page.locator('.search input').fill('phone');
    await phone.page.locator('.grid-link', { hasText: 'Written on a phone' }).click();
    await form.ready();
    await phone.page.locator('.record-head .button', { hasText: 'Delete' }).click();
    await phone.page.locator('.toast', { hasText: 'deleted' }).waitFor();
    assert.equal((await member.list('/v1/ship?q=phone')).length, 0);
    await phone.page.locator('.grid-link', { hasText: /ship/ }).first().waitFor();
    assert.equal(await phone.page.locator('.grid-link', { hasText: 'Written' }).count(), 0);
    assert.deepEqual(phone.faults, { console: [], foreign: [] });
    await phone.page.context().close();
  });

  async function jump(to: string): Promise<void> {
    await page.locator('.jump input').fill(to);
    await page.keyboard.press('Enter');
  }
});

/** Runs in the page: how many of these do not show all that they hold. */
function countCut(elements: unknown[]): number {
  const boxes = elements as { scrollHeight: number; clientHeight: number }[];
  return boxes.filter((box) => box.scrollHeight > box.clientHeight).length;
}

function letter(number: number): string {
  return String.fromCharCode(97 + (number % 26));
}

function site() {
  assert.ok(opened);
  return opened;
}
