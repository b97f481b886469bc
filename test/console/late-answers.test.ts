// Takes long: a browser meets answers that come late, in every place that waits for one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { LogLine } from '../support/bodies.ts';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { asking, holdAnswer } from '../support/browser/held-answers.ts';
import { watchTraffic } from '../support/browser/page-traffic.ts';
import { uploadImage } from '../support/records/uploads.ts';
import { until } from '../support/until.ts';

const SHIPS = 'Look after all ships';
const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('an answer that comes late', { skip: whyNoBrowser }, () => {
  let view: ConsolePage;
  let page: Page;
  let settled: () => Promise<void>;
  before(async () => {
    view = await opened().open();
    ({ page } = view);
    ({ settled } = watchTraffic(page, opened().address, () => {}));
    await view.go('/');
    await signIn(page);
  });
  after(() => page.context().close());

  it('of a count selects nothing in a list that has changed since', async () => {
    for (const sign of ['Inner 1', 'Inner 2', 'Outer 1']) await root().make('/v1/berth', { sign });
    await view.go('/collections/berth');
    await page.locator('.grid-pick input').first().check();
    const count = await holdAnswer(page, asking('GET', '/v1/berth?', 'total=true', 'fields=id'));
    await page.getByRole('button', { name: 'Select all' }).click();
    await count.given;
    await page.locator('.list-tools .search input').fill('Inner');
    await page.locator('.selection').waitFor({ state: 'detached' });
    count.release();
    await settled();
    assert.equal(await page.locator('.selection').count(), 0);
  });

  it('about the end of a list does not lead there from what was opened since', async () => {
    for (let at = 0; at < 120; at += 1) await root().make('/v1/ship', { name: `Ship ${at}` });
    await view.go('/collections/ship?sort=id');
    const end = await holdAnswer(page, asking('GET', '/v1/ship?', 'sort=-id', 'count=1'));
    await page.locator('.grid').press('End');
    await end.given;
    await page.locator('.list-tools .search input').fill('Ship 11');
    await page.waitForURL(/q=Ship/);
    await page.locator('[data-row]', { hasText: 'Ship 110' }).waitFor();
    end.release();
    await settled();
    assert.equal(await page.locator('[data-row]', { hasText: 'Ship 110' }).count(), 1);
  });

  it('to other words is not mixed into the records of a picker', async () => {
    for (let at = 1; at <= 25; at += 1) await root().make('/v1/berth', { sign: `Pier ${at}` });
    await view.go('/collections/ship/new');
    const box = page.locator('[data-field=berth] input[role=combobox]');
    await box.click();
    await page.locator('.menu-more').waitFor();
    const found = await holdAnswer(page, asking('GET', '/v1/berth?', 'Pier+17'));
    await box.fill('Pier 17');
    await found.given;
    await page.locator('.menu-more').click();
    found.release();
    await settled();
    assert.deepEqual(await page.locator('.menu-item .picker-title').allTextContents(), ['Pier 17']);
    await page.keyboard.press('Escape');
  });

  it('of a branch leaves moved records where they are', async () => {
    const harbour = await root().make('/v1/guide', { title: 'Harbour' });
    await root().make('/v1/guide', { title: 'Moorings', parent: harbour });
    await root().make('/v1/guide', { title: 'Locks' });
    await view.go('/collections/guide?as=tree');
    const record = (title: string) => page.locator('.tree-row', { hasText: title });
    const branch = await holdAnswer(page, asking('GET', '/v1/guide?', `filter[parent][eq]=${harbour}`));
    await record('Harbour').locator('.tree-mark').click();
    await branch.given;
    await record('Locks').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await record('Locks').and(page.locator('[aria-level="2"]')).waitFor();
    branch.release();
    await settled();
    assert.equal(await record('Locks').getAttribute('aria-level'), '2');
  });

  it('of more records of a branch keeps the order that records were put into since', async () => {
    const parent = await root().make('/v1/guide', { title: 'Signals' });
    for (let at = 1; at <= 101; at += 1) await root().make('/v1/guide', { title: `Signal ${at}`, parent });
    await view.go('/collections/guide?as=tree');
    const record = (title: string) =>
      page.locator('.tree-row', { has: page.getByText(title, { exact: true }) });
    await record('Signals').locator('.tree-mark').click();
    const more = await holdAnswer(page, asking('GET', '/v1/guide?', 'after='));
    await page.locator('.tree-more').click();
    await more.given;
    await record('Signal 2').focus();
    await page.keyboard.press('Alt+ArrowUp');
    const signals = page.locator('.tree-link', { hasText: /^Signal \d/ });
    await signals
      .first()
      .and(page.getByText('Signal 2', { exact: true }))
      .waitFor();
    more.release();
    await record('Signal 101').waitFor();
    const titles = await signals.allTextContents();
    assert.deepEqual(titles.slice(0, 3), ['Signal 2', 'Signal 1', 'Signal 3']);
  });

  it('of a saved record keeps what was typed before it', async () => {
    const form = formPage(page);
    await view.go('/collections/ship/new');
    await form.input('name').fill('Late ship');
    const made = await holdAnswer(page, asking('POST', '/v1/ship'));
    await form.save();
    await made.given;
    await form.input('note').fill('typed while it was saved');
    made.release();
    await page.waitForURL(/\/collections\/ship\/\d+$/);
    await form.told('1 field changed');
    assert.equal(await form.input('note').inputValue(), 'typed while it was saved');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('of a published draft keeps what was typed before it', async () => {
    const form = formPage(page);
    const id = await root().make('/v1/notice', { title: 'Closed on Monday' });
    await view.go(`/collections/notice/${id}`);
    const published = await holdAnswer(page, asking('POST', `/v1/notice/${id}/publish`));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await published.given;
    await form.input('words').fill('typed while it was published');
    published.release();
    await page.locator('.record-state.is-published').waitFor();
    await form.told('1 field changed');
    assert.equal(await form.input('words').inputValue(), 'typed while it was published');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('of a saved file keeps what was typed before it', async () => {
    const { id } = await uploadImage(opened().app);
    await view.go(`/files/${id}`);
    const saved = await holdAnswer(page, asking('PATCH', `/cms/file/${id}`));
    await page.locator('input[name=name]').fill('chart.png');
    await page.keyboard.press('Control+s');
    await saved.given;
    const text = page.locator('.alt-texts textarea').first();
    await text.fill('A chart');
    saved.release();
    await page.locator('h1', { hasText: 'chart.png' }).waitFor();
    assert.equal(await text.inputValue(), 'A chart');
    await page.locator('.toast', { hasText: 'Saved' }).waitFor(); // until then, the page saves one thing after the other
    await page.keyboard.press('Control+s');
    await until(async () => Object.values((await file(id)).alt ?? {}).includes('A chart'));
  });

  it('of a preview is not shown for other changes', async () => {
    const [one, two] = [await groupOf('ship.edit'), await groupOf('ship.edit')];
    await view.go('/admin/permissions');
    await page.getByRole('checkbox', { name: `${SHIPS} for ${one}` }).click();
    const preview = await holdAnswer(page, asking('POST', '/cms/access/preview'));
    await page.getByRole('button', { name: 'Preview' }).click();
    await preview.given;
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: `${SHIPS} for ${two}` }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('dialog').getByText('0 users gain · 2 users lose').waitFor();
    preview.release();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('of saved grants leaves those that were changed since as they are', async () => {
    const [one, two] = [await groupOf('ship.edit'), await groupOf('ship.edit')];
    const cell = (group: string) => page.getByRole('checkbox', { name: `${SHIPS} for ${group}` });
    await view.go('/admin/permissions');
    await cell(one).click();
    const saved = await holdAnswer(page, asking('POST', '/cms/admin/'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved.given;
    await cell(two).click();
    saved.release();
    await page.getByText('1 grant changed, not saved').waitFor();
    await settled();
    assert.deepEqual([await cell(one).isChecked(), await cell(two).isChecked()], [false, false]);
    await page.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await cell(two).isChecked(), true);
  });

  it('about access is not given to another question', async () => {
    await view.go('/admin/access?collection=ship&action=read');
    const verdict = page.locator('.access-verdict');
    await verdict.getByText(/Ship/).waitFor();
    const answer = await holdAnswer(page, asking('GET', '/cms/access/explain', 'collection=berth'));
    await page.locator('select[name=collection]').selectOption('berth');
    await answer.given;
    assert.match(await verdict.innerText(), /Ship/);
    answer.release();
    await verdict.getByText(/Berth/).waitFor();
  });

  it('with the rights of another user leaves the pages before it to oneself', async () => {
    const member = await opened().app.person();
    await view.go(`/admin/users/${member.id}`);
    const rights = await holdAnswer(page, asking('GET', '/cms/user/permissions'));
    await page.getByRole('button', { name: `View as ${member.username}` }).click();
    await rights.given;
    assert.equal(await page.locator('.view-banner').count(), 0);
    rights.release();
    await page.locator('.view-banner').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Users', exact: true }).count(), 0);
    const refused = await root().list<LogLine>('/cms/log?refused=true&count=100');
    assert.deepEqual(
      refused.filter(({ username }) => username === member.username),
      [],
    );
    await page.getByRole('button', { name: 'Return to your account' }).click();
    await page.getByRole('button', { name: `View as ${member.username}` }).waitFor();
  });
});

const opened = () => {
  assert.ok(site);
  return site;
};
const root = () => opened().app.root;
const file = (id: number) => root().read<{ alt?: Record<string, string> }>(`/cms/file/${id}`);

/** The name of a group that one user is in, and that has this permission. */
async function groupOf(permission: string): Promise<string> {
  const { groupId } = await opened().app.granted(permission);
  return (await root().read<{ name: string }>(`/cms/admin/group/${groupId}`)).name;
}
