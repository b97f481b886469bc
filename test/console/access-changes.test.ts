// Takes long: a browser changes grants, and sees what they would do.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Grants, LogLine } from '../support/bodies.ts';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { ADMINISTERS } from '../support/records/delegates.ts';

const SHIPS = 'Look after all ships';
const DAY_MS = 86_400_000;
const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('before access changes, the console shows', { skip: whyNoBrowser }, () => {
  let view: ConsolePage;
  let page: Page;
  before(async () => {
    view = await opened();
    ({ page } = view);
  });

  it('who gains and loses what, counted on records and past requests, by the keyboard alone', async () => {
    const crew = await app().granted('ship.edit');
    const ship = await app().root.make('/v1/ship', { name: 'Old ship' });
    await crew.done(`PATCH /v1/ship/${ship}`, { crew: 3 });
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${crew.groupId}`);
    await view.go('/admin/permissions');
    await page.getByRole('checkbox', { name: `${SHIPS} for ${name}` }).press('Space');
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Effect of these changes' });
    await dialog.getByText('0 users gain · 1 user loses').waitFor();
    const user = dialog.locator('.preview-user', { hasText: crew.username });
    await user.getByText(`loses ${SHIPS}`).waitFor();
    await dialog.getByText('The last 30 days').waitFor();
    assert.match(await user.innerText(), /Ship.* · Change\s+all records \(1\)\s+(some|no) records/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await crew.patch(`/v1/ship/${ship}`, { crew: 4 })).status, 200);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('what nobody used, and takes it into the pending changes', async () => {
    const idle = await app().granted('ship.edit', 'berth.keep');
    const old = Date.now() - 200 * DAY_MS;
    await app().behind('update quire_grant set create_time = ?', old);
    await app().behind(
      'insert into quire_permission_use (user_id, permission, last_day, create_time) values (?, ?, ?, ?)',
      ...[idle.id, 'none', old, old],
    );
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${idle.groupId}`);
    await view.go('/admin/permissions');
    await page.getByRole('button', { name: 'Unused for 90 days' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Unused for 90 days' });
    const proposal = dialog.getByRole('group', { name, exact: true });
    await proposal.getByText('never used').first().waitFor();
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    await proposal.getByRole('checkbox', { name: SHIPS }).check();
    await dialog.getByRole('button', { name: 'Remove 1' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 grant changed, not saved').waitFor();
    assert.equal(await page.getByRole('checkbox', { name: `${SHIPS} for ${name}` }).isChecked(), false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast-text', { hasText: '1 grant changed, effective immediately' }).waitFor();
    const left = await app().root.list<Grants>('/cms/admin/grants');
    assert.equal(left.find(({ group_id }) => group_id === idle.groupId)?.permission_ids.length, 1);
  });

  it('a delegate what it would do to those whom they manage, and no proposal', async () => {
    const groupId = await app().groupWith(ADMINISTERS.users, ADMINISTERS.grants, 'ship.edit');
    const [delegate, member] = [await app().person([groupId]), await app().person([groupId])];
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${groupId}`);
    const own = await opened(delegate.username);
    await own.go('/admin/permissions');
    await own.page.getByRole('checkbox', { name: `${SHIPS} for ${name}` }).press('Space');
    assert.equal(await own.page.getByRole('button', { name: 'Unused for 90 days' }).count(), 0);
    await own.page.getByRole('button', { name: 'Preview' }).click();
    const dialog = own.page.getByRole('dialog', { name: 'Effect of these changes' });
    await dialog.locator('.preview-user', { hasText: member.username }).waitFor();
    assert.equal(await dialog.getByText('The last 30 days').count(), 0);
    assert.deepEqual(own.faults, { console: [], foreign: [] });
    await own.context.close();
  });
});

describe('the server as another user sees it', { skip: whyNoBrowser }, () => {
  it('begins on the page of the user, says so on every page, reads alone, and ends', async () => {
    const member = await app().person();
    const { page, go, faults, context } = await opened();
    await go(`/admin/users/${member.id}`);
    await page.getByRole('button', { name: `View as ${member.username}` }).press('Enter');
    const banner = page.getByRole('complementary', { name: 'Viewing as another user' });
    await banner.getByText(`You are viewing the server as ${member.username}.`).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Users', exact: true }).count(), 0);
    await page.locator('.sidebar .person').click();
    for (const name of ['Sign out', 'Your profile'])
      assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
    await page.keyboard.press('Escape');
    for (const link of await page.locator('.sidebar-links a').all()) {
      await link.click();
      await banner.waitFor();
    }
    assert.deepEqual(faults, { console: [], foreign: [] });
    const log = await app().root.list<LogLine>('/cms/log?count=100');
    assert.ok(log.some(({ message }) => message.includes('root') && message.includes(member.username)));
    await banner.getByRole('button', { name: 'Return to your account' }).press('Enter');
    await page.getByRole('button', { name: `View as ${member.username}` }).waitFor();
    assert.equal(await banner.count(), 0);
    assert.deepEqual(await app().database.look('select id from quire_impersonation'), []);
    await go('/admin/log');
    const reads = page.locator('tbody tr', { hasText: 'GET /v1/' });
    await reads.first().waitFor();
    assert.equal(await reads.locator('.log-back').count(), 0, 'a read cannot be undone');
    await context.close();
  });

  it('ends when the page is loaded again, and can begin again from there', async () => {
    const member = await app().person();
    const { page, go, context } = await opened();
    await go(`/admin/users/${member.id}`);
    await page.getByRole('button', { name: `View as ${member.username}` }).click();
    const banner = page.getByRole('complementary', { name: 'Viewing as another user' });
    await banner.waitFor();
    const ended = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'DELETE' && answer.url().endsWith('/cms/access/impersonation'),
    );
    await page.reload();
    assert.equal((await ended).status(), 204);
    assert.equal(await banner.count(), 0);
    assert.deepEqual(await app().database.look('select id from quire_impersonation'), []);
    await page.getByRole('button', { name: 'View again' }).click();
    await banner.waitFor();
    await context.close();
  });

  it('never acts as oneself once its time is over', async () => {
    const member = await app().person();
    const ship = await member.make('/v1/ship', { name: 'Stays' });
    const { page, go, context } = await opened();
    await go(`/admin/users/${member.id}`);
    await page.getByRole('button', { name: `View as ${member.username}` }).click();
    const banner = page.getByRole('complementary', { name: 'Viewing as another user' });
    await banner.waitFor();
    await page.locator('.sidebar-links a[href$="/collections/ship"]').click();
    await page.getByRole('link', { name: 'Stays' }).click();
    await page.locator('[data-field=name] input').waitFor();
    const writes: string[] = [];
    page.on('request', (request) => {
      const { authorization = '' } = request.headers();
      const isOwn = !authorization.includes('quireview_');
      if (request.method() !== 'GET' && isOwn) writes.push(`${request.method()} ${request.url()}`);
    });
    await page.locator('[data-field=name] input').fill('Changed as root');
    await app().behind('update quire_impersonation set expire_time = 1'); // whatever asks next ends it
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: `View as ${member.username}` }).waitFor();
    assert.equal((await app().root.read<{ name: string }>(`/v1/ship/${ship}`)).name, 'Stays');
    assert.deepEqual(
      writes.filter((one) => one.includes('/v1/')),
      [],
    );
    await context.close();
  });

  it('is not offered of those who may do everything, nor to those who may not begin it', async () => {
    const [second, member] = [await app().superAdministrator(), await app().person()];
    const root = await opened();
    await root.go(`/admin/users/${second.id}`);
    await root.page.locator('h1').waitFor();
    assert.equal(await root.page.getByRole('button', { name: /^See as/ }).count(), 0);
    await root.context.close();
    const groupId = await app().groupWith(ADMINISTERS.users);
    const delegate = await app().person([groupId]);
    const managed = await app().person([groupId]);
    const own = await opened(delegate.username);
    await own.go(`/admin/users/${managed.id}`);
    await own.page.getByRole('heading', { name: managed.username }).waitFor();
    assert.equal(await own.page.getByRole('button', { name: /^See as/ }).count(), 0);
    await own.context.close();
    assert.notEqual(member.id, managed.id);
  });
});

async function opened(username = 'root') {
  assert.ok(site);
  const view = await site.open();
  await view.go('/');
  await signIn(view.page, username);
  return view;
}

function app() {
  assert.ok(site);
  return site.app;
}
