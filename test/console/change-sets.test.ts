// Takes long: a browser proposes, approves and rejects sets, as several users.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/sets' });

describe('change sets in the console', { skip: whyNoBrowser }, () => {
  let author: Page;
  let other: Page;
  let goAuthor: (path: string) => Promise<void>;
  let goOther: (path: string) => Promise<void>;
  const refused: string[] = [];
  before(async () => {
    assert.ok(site);
    const people = [await site.app.granted('article.write'), await site.app.granted('article.write')];
    [author, other] = (await Promise.all(people.map(({ username }) => open(username)))) as [Page, Page];
    goAuthor = goOf(author);
    goOther = goOf(other);
  });

  async function open(username: string): Promise<Page> {
    assert.ok(site);
    const { page, go } = await site.open();
    await go('/');
    await signIn(page, username);
    page.on('response', (answer) => {
      if ([401, 403, 405].includes(answer.status())) refused.push(answer.url());
    });
    return page;
  }

  const goOf = (page: Page) => async (path: string) => {
    await page.goto(`${site?.address}/console${path}`, { waitUntil: 'networkidle' });
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** Its whole words: “Approved, not applied” is not “Applied”. */
  const state = (page: Page, words: string) =>
    page.locator('.set-head').getByText(words, { exact: true }).waitFor();
  const dialog = (page: Page) => page.locator('dialog[open]');
  const idOf = (page: Page) => /change-sets\/(\d+)/.exec(page.url())?.[1] ?? '';
  const laws = async () => (await site?.app.root.list('/v1/law'))?.length;
  let set: string;

  it('of a reviewed collection nothing is saved: the form proposes, by keyboard', async () => {
    await goAuthor('/collections/law');
    await author.getByRole('link', { name: 'New', exact: true }).first().click();
    const form = formPage(author);
    await form.input('title').fill('Parking');
    await form.told('\\d+ fields? changed · kept in this browser until you propose');
    assert.equal(await button(author, 'Save').count(), 0);
    assert.equal(await button(author, 'Create').count(), 0);
    await author.keyboard.press('Control+s');
    const title = dialog(author).locator('input[name=title]');
    assert.equal(await title.inputValue(), 'Create “Parking”');
    await title.press('Enter');
    await state(author, 'Awaiting approval');
    set = idOf(author);
    assert.equal(await laws(), 0);
    assert.equal(await button(author, 'Approve and apply').count(), 0);
  });

  it('it waits on the overview of who may decide, who approves it', async () => {
    await goOther('/');
    await other.locator('.waiting a', { hasText: 'Parking' }).click();
    await other.locator('.set-item ins', { hasText: 'Parking' }).waitFor();
    await button(other, 'Approve and apply').click();
    await state(other, 'Applied');
    assert.equal(await laws(), 1);
    await goAuthor(`/change-sets/${set}`);
    await author.locator('.set-item-head a').click();
    await formPage(author).input('title').waitFor();
  });

  it('edits are gathered in a draft, taken out again, and submitted', async () => {
    const form = formPage(author);
    await form.input('title').fill('Parking at night');
    await button(author, 'Propose…').click();
    await dialog(author).getByLabel('Submit for approval now').uncheck();
    await button(author, 'Propose').click();
    await state(author, 'Draft');
    set = idOf(author);
    await author.locator('ins', { hasText: 'at night' }).waitFor();
    await goAuthor('/collections/law/1');
    await button(author, 'Propose deletion…').click();
    await dialog(author).locator('select').selectOption(set);
    await button(author, 'Propose').click();
    await dialog(author).locator('[role=alert]', { hasText: /\S/ }).waitFor(); // each record is written once
    await button(author, 'Cancel').click();
    await goAuthor('/collections/law/new');
    await form.input('title').fill('Noise');
    await author.keyboard.press('Control+s');
    await dialog(author).locator('select').selectOption(set);
    await button(author, 'Propose').click();
    await author.locator('.set-item').nth(1).waitFor();
    await button(author, 'Remove: Noise').click();
    await author.locator('.set-item').nth(1).waitFor({ state: 'detached' });
    await button(author, 'Submit for approval').click();
    await state(author, 'Awaiting approval');
  });

  it('a rejection tells why; the author withdraws the set', async () => {
    await goOther(`/change-sets/${set}`);
    await button(other, 'Reject…').click();
    await dialog(other).locator('textarea').fill('Nobody parks at night.');
    await button(other, 'Reject').click();
    await state(other, 'Rejected');
    await goAuthor(`/change-sets/${set}`);
    await author.getByText('Nobody parks at night.').waitFor();
    await button(author, 'Withdraw').click();
    await state(author, 'Draft');
    await button(author, 'Delete').click();
    await dialog(author).getByRole('button', { name: 'Delete' }).click();
    await author.locator('.sets-part, .empty').first().waitFor();
    assert.equal(await author.locator('.set-line', { hasText: 'at night' }).count(), 0);
  });

  it('of any collection an edit is saved or proposed; the author learns who changed the record meanwhile', async () => {
    assert.ok(site);
    const id = await site.app.root.make('/v1/article', { title: 'Old title', body: 'One two three' });
    await goAuthor(`/collections/article/${id}`);
    const form = formPage(author);
    await form.input('body').fill('One two four');
    await button(author, 'Save').waitFor();
    await button(author, 'Propose…').click();
    await button(author, 'Propose').click();
    await state(author, 'Awaiting approval');
    set = idOf(author);
    await site.app.root.done(`PATCH /v1/article/${id}`, { body: 'One two five' });
    await goOther(`/change-sets/${set}`);
    await other.getByText('Records have changed since').waitFor();
    await other.locator('.set-now ins', { hasText: 'five' }).waitFor();
    assert.equal(await button(other, 'Approve and apply').count(), 0);
    await goAuthor(`/change-sets/${set}`);
    await button(author, 'Withdraw').click();
    await button(author, 'Update to the current records').click();
    await author.locator('.set-stale').waitFor({ state: 'detached' });
    await button(author, 'Submit for approval').click();
    await state(author, 'Awaiting approval');
    await goOther(`/change-sets/${set}`);
    await button(other, 'Approve only').click();
    await button(other, 'Apply').click();
    await state(other, 'Applied');
    assert.equal((await site.app.root.read<{ body: string }>(`/v1/article/${id}`)).body, 'One two four');
  });

  it('a problem stands beside its field, and what was typed stays', async () => {
    await goAuthor('/collections/law/new');
    const form = formPage(author);
    await form.input('title').fill('Parking');
    await author.keyboard.press('Control+s');
    await dialog(author).locator('input[name=title]').press('Enter');
    await form.field('title').locator('[aria-invalid=true]').waitFor();
    assert.equal(await form.input('title').inputValue(), 'Parking');
    await button(author, 'Discard changes').click();
  });

  it('an edit that was proposed without a network is in one set as soon as there is one, and is not written', async () => {
    assert.ok(site);
    const [id] = (await site.app.root.list<{ id: number }>('/v1/article')).map((one) => one.id);
    await goAuthor(`/collections/article/${id}`);
    const form = formPage(author);
    await form.input('body').fill('Typed on a train');
    await button(author, 'Propose…').click();
    await dialog(author).locator('input[name=title]').fill('From the train');
    await author.context().setOffline(true);
    await button(author, 'Propose').click();
    await form.told('No connection · kept in this browser and proposed');
    await author.context().setOffline(false);
    await state(author, 'Awaiting approval');
    assert.equal((await site.app.root.read<{ body: string }>(`/v1/article/${id}`)).body, 'One two four');
    await goAuthor('/change-sets');
    assert.equal(await author.locator('.set-line', { hasText: 'From the train' }).count(), 1);
  });

  it('a reader is offered no proposal, and sees no set of others', async () => {
    assert.ok(site);
    const reader = await open((await site.app.person()).username);
    await goOf(reader)('/collections/article/1');
    await formPage(reader).ready();
    assert.equal(await button(reader, 'Propose…').count(), 0);
    await goOf(reader)('/change-sets');
    await reader.locator('.empty').waitFor();
    await reader.context().close();
  });

  it('the super administrator decides on the set of anybody, and on none of their own', async () => {
    const root = await open('root');
    await goOf(root)('/change-sets');
    await root.locator('.set-line a', { hasText: 'From the train' }).click();
    await button(root, 'Approve and apply').waitFor();
    await goOf(root)('/collections/law/1');
    await formPage(root).input('title').fill('Parking by day');
    await root.keyboard.press('Control+s');
    await dialog(root).locator('input[name=title]').press('Enter');
    await state(root, 'Awaiting approval');
    assert.equal(await button(root, 'Approve and apply').count(), 0);
    assert.deepEqual(refused, []);
  });
});
