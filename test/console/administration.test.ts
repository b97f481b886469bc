// Needs a process of its own: it starts a browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { PASSWORD } from '../support/fresh-app.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ keepsMails: true, accountUrl: 'https://quire.example', signUp: 'approval' });

describe('administration in the console', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened());
  });

  it('a person signs up, waits, is approved and signs in', async () => {
    const newcomer = await open();
    await newcomer.go('/');
    await newcomer.page.getByRole('link', { name: 'Sign up' }).click();
    await newcomer.page.locator('input[type=email]').fill('lin@home.example');
    await newcomer.page.keyboard.press('Enter');
    await newcomer.page.locator('form').waitFor({ state: 'detached' });
    await app().server.records.jobs.idle();
    const sent = await app().root.list<{ to: string; text: string }>('/cms/mail');
    const link = /#\S+/.exec(sent.find(({ to }) => to === 'lin@home.example')?.text ?? '')?.[0];
    await newcomer.go(`/account/new${link}`);
    await newcomer.page.getByText('An administrator approves it').waitFor();
    await newcomer.page.locator('input[name=username]').fill('lin');
    await newcomer.page.locator('input[name=new_password]').fill('twelve red kites');
    await newcomer.page.locator('input[name=confirm_password]').fill('twelve red kites');
    await newcomer.page.locator('button[type=submit]').click();
    await newcomer.page.locator('form').waitFor({ state: 'detached' });
    assert.notEqual((await app().logIn('lin', 'twelve red kites')).status, 200);

    await go('/admin/users');
    const line = page.locator('.newcomer', { hasText: 'lin@home.example' });
    await line.getByRole('button', { name: 'Approve' }).click();
    await line.waitFor({ state: 'detached' });
    await newcomer.go('/');
    await signIn(newcomer.page, 'lin', 'twelve red kites');
    await newcomer.page.context().close();
  });

  it('the sessions of a user are shown, and one or all of them end', async () => {
    const mei = await app().person();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
    const other = await app().logIn(mei.username, PASSWORD, { headers: { 'user-agent': agent } });
    await openUser(mei.username);
    const sessions = page.locator('.person-session');
    await sessions.nth(1).waitFor();
    const firefox = sessions.filter({ hasText: 'Firefox, Linux' });
    await firefox.getByText('127.0.0.1 · password').waitFor();
    await firefox.getByRole('button', { name: 'End Firefox, Linux' }).click();
    await firefox.waitFor({ state: 'detached' });
    assert.equal((await app().as(other.body.access_token).get('/cms/user/information')).status, 422);
    assert.equal((await mei.get('/cms/user/information')).status, 200);
    await page.getByRole('button', { name: 'End all' }).click();
    await page.getByText('This user is not signed in anywhere.').waitFor();
    assert.equal((await mei.get('/cms/user/information')).status, 422);
  });

  it('a membership is given for a time and with a reason, by the keyboard, and taken back', async () => {
    const helpers = await app().groupWith('搜索日志');
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${helpers}`);
    const kai = await app().person();
    await openUser(kai.username);
    await page.getByRole('button', { name: 'Add to a group' }).press('Enter');
    await page.locator('dialog[open] select').selectOption({ label: name });
    await page.locator('dialog[open] input[name=until]').fill(inDays(3));
    await page.locator('dialog[open] input[name=reason]').fill('Stands in for Ann');
    await page.keyboard.press('Enter');
    const line = page.locator('.membership', { hasText: name });
    await line.getByText(/^ends in \d days$/).waitFor();
    await line.getByText('Stands in for Ann').waitFor();
    const held = () => kai.get('/cms/log/search').then(({ status }) => status);
    assert.equal(await held(), 200);
    await page.getByRole('button', { name: `Take out of ${name}` }).click();
    await line.waitFor({ state: 'detached' });
    assert.equal(await held(), 401);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await line.getByText(/^ends in \d days$/).waitFor();
    assert.equal(await held(), 200);
  });

  async function openUser(username: string): Promise<void> {
    await go(`/admin/users?q=${username}`);
    await page.getByRole('link', { name: username, exact: true }).click();
    await page.getByRole('heading', { name: username, exact: true }).waitFor();
  }
});

/** A page of somebody who has signed in. */
async function opened(username = 'root') {
  const view = await open();
  await view.go('/');
  await signIn(view.page, username);
  return view;
}

function open() {
  assert.ok(site);
  return site.open();
}

function app() {
  assert.ok(site);
  return site.app;
}

/** A time to come as an input takes it. */
function inDays(days: number): string {
  const time = new Date(Date.now() + days * 86_400_000 + 3_600_000);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
