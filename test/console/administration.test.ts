import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addOnce } from '../../server/background/job-store.ts';
import type { Grants, ItemOf } from '../support/bodies.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { typeMoment } from '../support/browser/date-picker.ts';
import { formPage } from '../support/browser/form-page.ts';
import { PASSWORD } from '../support/fresh-app.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({
      keepsMails: true,
      accountUrl: 'https://quire.example',
      signUp: 'approval',
      breakGlassMinutes: 30,
    });

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
    const form = formPage(newcomer.page);
    await form.keepsFocus('input[type=email]');
    await newcomer.page.keyboard.type('lin@home.example');
    await newcomer.page.keyboard.press('Enter');
    await form.keepsFocus('h1');
    await app().server.store.jobs.idle();
    const sent = await app().root.list<ItemOf<'GET /cms/mail'>>('/cms/mail');
    const link = /#\S+/.exec(sent.find(({ to }) => to === 'lin@home.example')?.text ?? '')?.[0];
    await newcomer.go(`/account/new${link}`);
    await newcomer.page.getByText('An administrator approves it').waitFor();
    await form.keepsFocus('input[name=username]');
    await newcomer.page.keyboard.type('lin');
    await newcomer.page.locator('input[name=new_password]').fill('twelve red kites');
    await newcomer.page.locator('input[name=confirm_password]').fill('twelve red kites');
    await newcomer.page.locator('button[type=submit]').press('Enter');
    await form.keepsFocus('h1');
    assert.notEqual((await app().logIn('lin', 'twelve red kites')).status, 200);

    await go('/admin/users');
    const line = page.locator('.newcomer', { hasText: 'lin@home.example' });
    await line.getByRole('button', { name: 'Approve lin' }).click();
    await line.waitFor({ state: 'detached' });
    await newcomer.go('/');
    await signIn(newcomer.page, 'lin', 'twelve red kites');
    await newcomer.page.context().close();
  });

  it('the page of jobs tells when schedules run next', async () => {
    await go('/admin/jobs');
    const line = page
      .getByRole('region', { name: 'Schedules' })
      .locator('tr', { hasText: 'Remove ended sessions' });
    await line.getByText('UTC').waitFor();
    const items = await app().root.list<ItemOf<'GET /cms/schedule'>>('/cms/schedule');
    assert.equal(await page.locator('.schedules').locator('tbody tr').count(), items.length);
  });

  it('the page of jobs shows runs of schedules that are done only if asked', async () => {
    const { database } = app().server.store;
    const run = { kind: 'sweep the deck', subject: 'sweep the deck', data: '' };
    await addOnce(database, [{ ...run, once: 'a run' }], { state: 'done', due_time: null });
    await addOnce(database, [{ ...run, once: 'another' }], {
      state: 'failed',
      due_time: null,
      problem: 'Lost',
    });
    await go('/admin/jobs');
    const jobs = page.getByRole('region', { name: 'Jobs' }).locator('tbody tr');
    await jobs.filter({ hasText: 'Lost' }).waitFor();
    const ofSchedules = jobs.filter({ hasText: 'sweep the deck' });
    assert.equal(await ofSchedules.count(), 1);
    await page.getByRole('checkbox', { name: 'Show finished runs of schedules' }).check();
    await ofSchedules.nth(1).waitFor();
    assert.match(page.url(), /runs=all/);
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
    await page.keyboard.press('Tab'); // from here on by keys
    await page.getByRole('button', { name: 'End all' }).press('Enter');
    await page.getByText('This user is not signed in anywhere.').waitFor();
    await formPage(page).keepsFocus('#person-sessions'); // a control of the next card would do something else
    assert.equal((await mei.get('/cms/user/information')).status, 422);
  });

  it('a membership is given for a time and with a reason, by the keyboard, and taken back', async () => {
    const helpers = await app().groupWith('log.search');
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${helpers}`);
    const kai = await app().person();
    await openUser(kai.username);
    await page.getByRole('button', { name: 'Add to a group' }).press('Enter');
    await page.locator('dialog[open] select').selectOption({ label: name });
    await typeMoment(page.locator('dialog[open]'), inDays(3));
    await page.locator('dialog[open] input[name=reason]').fill('Stands in for Ann');
    await page.keyboard.press('Enter');
    const line = page.locator('.membership', { hasText: name });
    await line.getByText(/^ends in \d days$/).waitFor();
    await line.getByText('Stands in for Ann').waitFor();
    const held = () => kai.get('/cms/log/search').then(({ status }) => status);
    assert.equal(await held(), 200);
    await page.getByRole('button', { name: `Remove from ${name}` }).click();
    await line.waitFor({ state: 'detached' });
    assert.equal(await held(), 401);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await line.getByText(/^ends in \d days$/).waitFor();
    assert.equal(await held(), 200);
  });

  it('a permission is granted for a time, taken away, and given back as it was', async () => {
    const group = await app().groupWith('log.list');
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${group}`);
    await go('/admin/permissions?search=Search%20the%20log');
    const box = page.getByRole('checkbox', { name: `Search the log for ${name}` });
    const held = async () => {
      const items = await app().root.list<Grants>('/cms/admin/grants');
      return items.find(({ group_id }) => group_id === group)?.ends.map(({ reason }) => reason);
    };
    await box.press('Space');
    await page.getByRole('button', { name: 'For a limited time…' }).click();
    await typeMoment(page.locator('dialog[open]'), inDays(5));
    await page.locator('dialog[open] input[name=reason]').fill('Looks for lost orders');
    await page.keyboard.press('Enter');
    const tag = page.locator('td', { has: box }).getByText(/^ends in \d days$/);
    await tag.waitFor();
    assert.deepEqual(await held(), ['Looks for lost orders']);
    await box.press('Space');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await tag.waitFor({ state: 'detached' });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    await tag.waitFor();
    assert.deepEqual(await held(), ['Looks for lost orders']);
  });

  it('a delegate is offered what they manage, and nothing that is refused', async () => {
    const group = await app().groupWith('user.manage', 'grant.give', 'session.manage', 'log.search');
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${group}`);
    const [delegate, member] = [await app().person([group]), await app().person([group])];
    const stranger = await app().person();
    const view = await opened(delegate.username);
    const refused: string[] = [];
    view.page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await view.page.getByRole('link', { name: 'Groups and permissions' }).click();
    await view.page.getByRole('checkbox', { name: `Search the log for ${name}` }).waitFor();
    assert.equal(await view.page.locator('.grid-group').count(), 1);
    assert.equal(await view.page.locator('.grant-box').count(), 4);
    assert.equal(await view.page.getByRole('button', { name: /group/i }).count(), 0);
    await view.page.getByRole('link', { name: 'Users', exact: true }).click();
    await view.page.getByRole('link', { name: member.username }).waitFor();
    assert.equal(await view.page.getByRole('link', { name: stranger.username, exact: true }).count(), 0);
    await view.page.getByRole('button', { name: 'New user' }).click();
    assert.equal(await view.page.locator('dialog[open] .checks input').count(), 1);
    await view.page.locator('dialog[open] input[name=username]').fill('noa');
    await view.page.locator('dialog[open] input[name=nickname]').fill('Noa of Editors');
    await view.page.locator('dialog[open] input[name=new_password]').fill('twelve red kites');
    await view.page.locator('dialog[open] input[name=confirm_password]').fill('twelve red kites');
    await view.page.keyboard.press('Enter');
    await view.page.getByRole('link', { name: 'Noa of Editors' }).click();
    await view.page.locator('.membership', { hasText: name }).waitFor();
    assert.equal(await view.page.getByRole('button', { name: `Remove from ${name}` }).count(), 0);
    assert.deepEqual(refused, []);
    await view.page.context().close();
  });

  it('break-glass is found in the menu, warns, gives all rights and ends', async () => {
    const { username } = await app().granted('break_glass.use');
    const view = await opened(username);
    const users = view.page.getByRole('link', { name: 'Users', exact: true });
    await view.page.locator('.sidebar .person').click();
    await view.page.getByRole('link', { name: 'Break-glass' }).click();
    await view.page.getByText('all super administrators with an address get an email').waitFor();
    assert.equal(await users.count(), 0);
    await view.page.locator('input[name=reason]').fill('The shop is down and nobody answers');
    await view.page.locator('input[name=password]').fill(PASSWORD);
    await view.page.keyboard.press('Enter');
    await view.page.getByText('You are a super administrator until').waitFor();
    await users.waitFor();
    await view.page.getByRole('button', { name: 'End it now' }).click();
    await users.waitFor({ state: 'detached' });
    await view.page.context().close();
  });

  it('where a second person must approve, a change waits for one, who approves or declines', async () => {
    const other = await consoleSite({ approvals: true }, page.context().browser() ?? undefined);
    const { root, person, superAdministrator } = other.app;
    const editors = await root.make('/cms/admin/group', { name: 'Editors', info: '' });
    const [mei, boss] = [await person(), await superAdministrator()];
    const asking = await other.open();
    await asking.go('/');
    await signIn(asking.page);
    await asking.go(`/admin/users/${mei.id}`);
    await asking.page.getByRole('button', { name: 'Add to a group' }).click();
    await asking.page.locator('dialog[open] select').selectOption({ label: 'Editors' });
    await asking.page.locator('dialog[open] button[type=submit]').click();
    await asking.page.getByText('A second person must approve this: give a reason.').waitFor();
    await asking.page.locator('dialog[open] input[name=reason]').fill('Writes for us now');
    await asking.page.keyboard.press('Enter');
    await asking.page.locator('.membership', { hasText: 'Awaiting approval' }).waitFor();

    await asking.go('/admin/permissions?search=Search%20the%20log');
    await asking.page.getByRole('checkbox', { name: 'Search the log for Editors' }).press('Space');
    await asking.page.getByRole('button', { name: 'Save', exact: true }).click();
    await asking.page.locator('dialog[open] input[name=reason]').fill('Looks for lost orders');
    await asking.page.getByRole('button', { name: 'Request approval' }).click();
    await asking.page.locator('dialog[open]').waitFor({ state: 'detached' });
    await asking.go('/admin/requests');
    await asking.page.locator('.request').nth(1).waitFor();
    assert.equal(await asking.page.getByRole('button', { name: /^Approve/ }).count(), 0);
    const grants = asking.page.locator('.request', { hasText: 'Looks for lost orders' });
    await grants.getByRole('button', { name: /^Withdraw/ }).click();
    await grants.waitFor({ state: 'detached' });
    await root.make('/cms/admin/request', { user_id: boss.id, group_id: editors, reason: 'For a test' });
    await asking.page.getByRole('link', { name: 'Approvals' }).press('Enter'); // the page that is shown, chosen again
    await asking.page.locator('.request', { hasText: 'For a test' }).waitFor();

    const deciding = await other.open();
    await deciding.go('/');
    await signIn(deciding.page, boss.username);
    await deciding.page.locator('.waiting-line', { hasText: 'Editors' }).getByRole('link').first().click();
    await deciding.page.getByRole('button', { name: `Approve: Add ${mei.username} to Editors` }).click();
    await deciding.page.getByRole('button', { name: `Decline: Add ${boss.username} to Editors` }).click();
    await deciding.page.getByText('Nothing to approve').waitFor();
    const groups = await root.read<{ name: string }[]>(`/cms/admin/user/${mei.id}/memberships`);
    assert.ok(groups.some(({ name }) => name === 'Editors'));
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
