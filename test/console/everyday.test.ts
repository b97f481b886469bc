// Takes long: a browser edits records with fields of every kind.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Grants } from '../support/bodies.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';

const CSV = 'name,slug,info,shade\nOne,one,"first, and ""best""",red\n,nameless,no name,blue\n';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'examples/blog/content' });

describe('overview, palette, profile and imports', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let refused: string[];
  before(async () => {
    assert.ok(site);
    const opened = await site.open({ language: 'en' });
    ({ page, go } = opened);
    await go('/');
    await signIn(page);
    refused = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
  });

  it('the overview counts records, tells what was done, and asks for nothing that is refused', async () => {
    await go('/');
    await page.locator('.tile', { hasText: 'Categories' }).getByText('0', { exact: true }).waitFor();
    await page.locator('.activity').waitFor();
    assert.deepEqual(refused, []);
  });

  it('the licences of what the page is built from come with it', async () => {
    assert.ok(site);
    const answer = await fetch(`${site.address}/console/licenses.txt`);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(await answer.text(), /^## @?vue[^\n]* \(MIT\)$/m);
  });

  it('a change that the overview tells of is undone, and a deletion', async () => {
    const id = await root().make('/v1/category', { name: 'Tools', info: 'First' });
    await root().done(`PATCH /v1/category/${id}`, { name: 'Things', info: 'Second' });
    await root().done(`PATCH /v1/category/${id}`, { info: 'Third' });
    await go('/');
    const changed = page.locator('.feed-line', { hasText: /changed \S+ and \S+ of\s+“Things”, twice/ });
    await changed.getByText('Undo…').click();
    await page.locator('.change').nth(1).click();
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await page.locator('.toast', { hasText: 'Changed again since, so left unchanged: Info' }).waitFor();
    const now = await root().read(`/v1/category/${id}`);
    assert.deepEqual([now.name, now.info], ['Tools', 'Third']);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.difference-row[data-field=name]', { hasText: 'Things' }).waitFor();
    const remove = async () => {
      await go('/profile'); // a page of the record may still read it again
      await root().done(`DELETE /v1/category/${id}`);
    };
    await remove();
    await go('/');
    await page.locator('.feed-line').first().getByText('Undo…').click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.locator('.time-line', { hasText: 'Restored' }).waitFor();
    assert.equal((await root().get(`/v1/category/${id}`)).status, 200);
    await remove();
    assert.deepEqual(refused, []);
  });

  it('the permission grid is searched, changed with keys, saved as one and taken back', async () => {
    assert.ok(site);
    const { groupId } = await site.app.granted('article.delete');
    const held = async () => {
      const items = await root().list<Grants>('/cms/admin/grants');
      return items.find(({ group_id }) => group_id === groupId)?.permission_ids.length;
    };
    await go('/admin/permissions');
    await page.getByRole('searchbox', { name: 'Search permissions' }).fill('log');
    const boxes = page.locator('.grant-box input:visible');
    await page.locator('th:visible', { hasText: 'Delete articles' }).waitFor({ state: 'detached' });
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 grants changed, not saved').waitFor();
    assert.equal(await page.locator('.grant-box.is-changed').count(), 2);
    assert.equal(await page.locator('.grant-box input[tabindex="0"]').count(), 1);
    await formPage(page).tabTo('.grid-save .button-main');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: '2 grants changed' }).waitFor();
    assert.equal(await held(), 3);
    await formPage(page).keepsFocus('.grant-box input');
    await page.locator('[aria-label^="Edit group"]').last().focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog input').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await formPage(page).keepsFocus('[aria-label^="Edit group"]');
    const undone = page.waitForResponse(/\/cms\/admin\/grants$/);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    assert.equal((await undone).status(), 204);
    assert.equal(await held(), 1);
  });

  it('the record tells who may see it; a refusal names its rule, its values and the grant that would do', async () => {
    assert.ok(site);
    const mei = await site.app.person();
    const category = await root().make('/v1/category', { name: 'Access' });
    const id = await root().make('/v1/article', { title: 'Of access', category });
    await go(`/collections/article/${id}`);
    await page.getByRole('button', { name: 'Who can …' }).click();
    await page.getByRole('link', { name: 'Who can delete it?' }).click();
    await page.waitForURL(/action=delete/);
    await page.goBack();
    const form = formPage(page);
    await form.input('title').focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('.why:focus').count(), 0);
    await form.input('title').focus();
    await page.keyboard.press('Shift+Tab');
    await form.keepsFocus('[aria-label="Who can see this field? Title"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/field=title/);
    await page.goBack();
    await page.getByRole('link', { name: 'Who can see this?' }).click();
    await page.locator('tbody tr', { hasText: mei.username }).getByText('Allowed').waitFor();
    await page.locator('select[name=action]').selectOption('update');
    await page.locator('input[name=user]').fill(mei.username);
    await page.keyboard.press('Tab');
    const card = page.locator('.access-card', { hasText: mei.username });
    await card.getByText('Refused').waitFor();
    await card.locator('.access-condition', { hasText: `"create_user_id": ${mei.id}` }).waitFor();
    await card.locator('.access-values', { hasText: '1' }).waitFor();
    await page.locator('tbody tr', { hasText: mei.username }).getByText('Refused').waitFor();
    await page.locator('select[name=action]').selectOption('delete');
    await card.getByRole('link', { name: 'Delete articles' }).click();
    await page.waitForURL(/permissions\?search=Delete/);
    await page.locator('.grant-box:visible').first().waitFor();
    assert.deepEqual(refused, []);
  });

  it('an API key is made and shown once, replaced and revoked', async () => {
    assert.ok(site);
    const told = async (token: string) => (await site.app.as(token).get('/cms/user/information')).status;
    const shownKey = async () => {
      const key = await page.locator('dialog[open] input[readonly]').inputValue();
      await page.locator('dialog[open] .button-main').click();
      return key;
    };
    await go('/admin/keys');
    await page.getByRole('button', { name: 'New service user' }).click();
    await page.locator('dialog[open] input').first().fill('ticketing');
    await page.locator('dialog[open] button[type=submit]').click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.locator('dialog[open] select').first().selectOption({ label: 'ticketing' });
    await page.locator('dialog[open] input[maxlength="60"]').fill('nightly');
    await page.locator('dialog[open] button[type=submit]').click();
    const first = await shownKey();
    assert.equal(await told(first), 200);
    await page.locator('tbody tr', { hasText: 'read only' }).waitFor();
    await page.getByRole('button', { name: 'Rotate nightly' }).click();
    await page.locator('dialog[open] .button-danger').click();
    assert.equal(await told(await shownKey()), 200);
    await page.locator('tbody tr', { hasText: 'rotated' }).getByRole('button').click();
    await page.locator('dialog[open] .button-danger').click();
    await page.locator('.toast', { hasText: 'nightly is revoked' }).waitFor();
    assert.equal(await told(first), 422);
    await page.locator('tbody tr', { hasText: 'rotated' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('tbody tr').count(), 1);
    await page.getByRole('link', { name: 'Log of nightly' }).click();
    await page.waitForURL(/\/admin\/log\?key=\d+$/);
    await page.getByText('No entries match').waitFor();
    await go('/admin/users');
    await page
      .locator('tbody tr', { hasText: 'ticketing' })
      .getByText('Service user', { exact: true })
      .waitFor();
    assert.deepEqual(refused, []);
  });

  it('an API key is left with less than its user may', async () => {
    assert.ok(site);
    const groupId = await site.app.groupWith('log.search', 'log.list');
    await site.app.root.make('/cms/service-user', { username: 'auditbot', group_ids: [groupId] });
    await go('/admin/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.locator('dialog[open] select').first().selectOption({ label: 'auditbot' });
    await page.locator('dialog[open] input[maxlength="60"]').fill('searcher');
    await page.getByLabel('log.search').check();
    await page.locator('dialog[open] button[type=submit]').click();
    const key = await page.locator('dialog[open] input[readonly]').inputValue();
    await page.locator('dialog[open] .button-main').click();
    await page.locator('tbody tr', { hasText: 'only the permissions log.search' }).waitFor();
    const asked = async (path: string) => (await site?.app.as(key).get(path))?.status;
    assert.deepEqual([await asked('/cms/log/search?keyword=x'), await asked('/cms/log')], [200, 401]);
    assert.deepEqual(refused, []);
  });

  it('the palette opens by its key, finds an action and does it', async () => {
    await go('/');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('new cat');
    await page.locator('.palette [data-highlighted]', { hasText: 'New: Category' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/collections\/category\/new$/);
    assert.equal(await page.locator('.palette').count(), 0);
  });

  it('the palette finds Chinese names by pinyin initials, and composition closes nothing', async () => {
    assert.ok(site);
    const chinese = await site.open({ language: 'zh' });
    await chinese.go('/');
    await signIn(chinese.page);
    await chinese.page.keyboard.press('Control+k');
    const input = chinese.page.locator('.palette input');
    await input.fill('xjfl');
    await chinese.page.locator('.palette [data-highlighted]', { hasText: '新建分类' }).waitFor();
    await input.dispatchEvent('compositionstart');
    for (const key of ['Enter', 'Escape', 'ArrowDown'])
      await input.dispatchEvent('keydown', { key, isComposing: true, keyCode: 229, bubbles: true });
    await input.dispatchEvent('compositionend');
    assert.equal(await chinese.page.locator('.palette').count(), 1);
    await chinese.page.context().close();
  });

  it('a file is previewed, checked, imported and undone', async () => {
    await go('/collections/category/import');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await page.locator('.preview-note.is-unknown').waitFor();
    const good = CSV.replaceAll(/,(shade|red|blue)$/gm, '');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(good) });
    await page.locator('.preview-note').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Name is required').waitFor();
    const form = formPage(page);
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await form.keepsFocus('.work h2');
    await page
      .getByRole('status')
      .filter({ hasText: /Done\s*Created 1/ })
      .waitFor();
    await form.tabTo('button:has(.lucide-undo-2)');
    await page.route(/\/undo$/, async (asked) => {
      const response = await asked.fetch();
      await site?.app.server.store.jobs.idle(); // its end is the first that is read of the undo
      await asked.fulfill({ response });
    });
    await page.keyboard.press('Enter');
    await page.getByText('Deleted again', { exact: true }).waitFor();
    await form.keepsFocus('.work h2');
    await page.locator('.import-line[aria-current]', { hasText: 'Undone' }).waitFor();
    await page.unroute(/\/undo$/);
  });

  it('the profile tells problems by field, keeps a cropped picture, and goes on after a new password', async () => {
    await go('/profile');
    await page.locator('input[name=nickname]').fill('x');
    await page.keyboard.press('Enter');
    await page.locator('input[name=nickname][aria-invalid]').waitFor();
    await page.locator('input[name=nickname]').fill('Rooty');
    await page.keyboard.press('Enter');
    await page.locator('.person', { hasText: 'Rooty' }).waitFor();
    await page
      .locator('.avatar-part input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
    await page.getByRole('button', { name: 'Crop' }).click();
    await page.locator('.avatar-large img').waitFor();
    assert.equal(await page.getByText('this session').count(), 1);
  });
});

function root() {
  assert.ok(site);
  return site.app.root;
}
