// Needs a process of its own: it starts a browser.
// Takes long: a browser does what an editor, an administrator and an auditor do in a day.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { harbourSite } from '../support/browser/harbour-site.ts';
import { PASSWORD, type Person } from '../support/fresh-app.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser ? undefined : await harbourSite();

describe('a day by keyboard alone', { skip: whyNoBrowser }, () => {
  it('an editor’s: a lost network, somebody else who saves first, and publishing', async () => {
    const { app } = opened();
    const editor = await app.granted('notice.write', 'notice.publish');
    const id = await editor.make('/v1/notice', { title: 'Closed on Friday', words: 'All berths are closed' });
    const { page, context, form, key } = await day(editor);
    await find(page, 'notice');
    await page.waitForURL(/\/collections\/notice$/);
    await page.locator('.grid-link').first().waitFor();
    await form.tabTo('.grid');
    await key('ArrowDown', 'Home', 'Enter');
    await page.waitForURL(new RegExp(`/collections/notice/${id}$`));
    await form.ready();
    await form.tabTo('[data-field=title] input');
    await key('End');
    await page.keyboard.type(' and Saturday');
    await context.setOffline(true);
    await form.tabTo('[data-field=words] textarea');
    await page.keyboard.type('Today, ');
    await form.save();
    await form.told('No connection');
    await form.keepsFocus('[data-field=words] textarea');
    await app.root.done(`PATCH /v1/notice/${id}`, { title: 'Closed on Thursday' });
    await context.setOffline(false);
    await page.locator('.conflict h2:focus').waitFor();
    await form.tabTo('.conflict input[type=radio]');
    await key('Space');
    await form.tabTo('.conflict .button-main');
    await key('Enter');
    await form.told('Saved');
    await until(async () => (await draft(id)).words.includes('Today, '));
    await isOnSomething(page);
    await backTo(page, 'Publish');
    await key('Enter');
    await page.locator('.record-bar .record-state', { hasText: 'Published' }).waitFor();
    await isOnSomething(page);
  });

  it('an administrator’s: a group, its permissions, a new user', async () => {
    const { page, form, key } = await day({ username: 'root', password: PASSWORD });
    await find(page, 'groups and perm');
    await page.waitForURL(/\/admin\/permissions$/);
    await page.locator('.grant-box').first().waitFor();
    await form.tabTo('.page-head .button-main');
    await key('Enter');
    await page.locator('dialog[open] input').first().waitFor();
    await page.keyboard.type('Night watch');
    await key('Enter');
    await page.locator('th', { hasText: 'Night watch' }).waitFor();
    await isOnSomething(page);
    await form.tabTo('input[type=search]');
    await page.keyboard.type('Write notices');
    await form.tabTo('.grant-box input');
    await key('Space');
    await form.tabTo('.grid-save .button-main');
    await key('Enter');
    await page.locator('.grid-save').waitFor({ state: 'detached' });
    await isOnSomething(page);
    await find(page, 'users');
    await page.waitForURL(/\/admin\/users$/);
    await page.locator('.admin-table').waitFor();
    await form.tabTo('.page-head .button-main');
    await key('Enter');
    await page.locator('dialog[open] input').first().waitFor();
    await page.keyboard.type('watchman');
    for (const field of ['new_password', 'confirm_password']) {
      await form.tabTo(`dialog input[name=${field}]`);
      await page.keyboard.type('correct horse 9');
    }
    await key('Enter');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await form.keepsFocus('.page-head .button-main');
    await page.locator('.admin-table', { hasText: 'watchman' }).waitFor();
  });

  it('an auditor’s: the log, a refusal and its reason, what a record was', async () => {
    const { app } = opened();
    const auditor = await app.granted('log.list');
    await (await app.person()).get('/cms/log');
    const { page, form, key } = await day(auditor);
    await find(page, 'log');
    await page.waitForURL(/\/admin\/log/);
    await page.locator('.admin-table tbody tr').first().waitFor();
    await form.tabTo('.admin-tools select');
    await key('ArrowDown', 'ArrowDown');
    await page.locator('.tag-bad, .status-bad').first().waitFor();
    await form.tabTo('.admin-table button');
    await key('Enter');
    await page.locator('dialog[open]').waitFor();
    await key('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await form.keepsFocus('.admin-table button');
    await find(page, 'ship');
    await page.waitForURL(/\/collections\/ship$/);
    await page.locator('.grid-link').first().waitFor();
    await form.tabTo('.more-button');
    await key('Enter');
    await page.locator('.more-menu:popover-open').waitFor();
    await form.tabTo('.more-menu a');
    await key('Escape');
    await form.keepsFocus('.more-button');
    await key('Enter');
    await form.tabTo('.more-menu a[href*=past]');
    await key('Enter');
    await page.waitForURL(/\/past$/);
    await page.locator('.moment input[type=range]').waitFor();
    await form.tabTo('.moment input[type=range]');
    await key('ArrowLeft', 'ArrowLeft');
    await page.waitForURL(/time=/);
    await form.keepsFocus('.moment input[type=range]');
    await form.tabTo('.grid');
    await key('Enter');
    await page.waitForURL(/\/history/);
    await isOnSomething(page);
  });
});

async function day(person: Pick<Person, 'username' | 'password'>) {
  const { page, context, go } = await opened().open();
  await go('/');
  await signIn(page, person.username, person.password);
  const form = formPage(page);
  const key = async (...keys: string[]) => {
    for (const one of keys) await page.keyboard.press(one);
  };
  return { page, context, form, key };
}

/** Opens what the palette finds for these words. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type(words);
  await page
    .locator('.palette [role=option]', { hasText: new RegExp(words, 'i') })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.palette').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

async function isOnSomething(page: Page): Promise<void> {
  await until(async () => (await page.locator('body:focus').count()) === 0);
}

/** Back by Shift+Tab, until the focus is on the button with this text. */
async function backTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const shown = await page.evaluate('document.activeElement.textContent.trim()');
    if (shown === text) return;
    await page.keyboard.press('Shift+Tab');
  }
  assert.fail(`no key leads back to ${text}`);
}

function draft(id: number): Promise<{ words: string }> {
  return opened().app.root.read(`/v1/notice/${id}?version=draft`);
}

function opened() {
  assert.ok(site);
  return site;
}
