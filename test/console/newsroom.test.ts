import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readLocales } from '../../server/definitions/locales.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/content/newsroom', locales: readLocales('en,fr>de,de') ?? [] });

describe('a newspaper in three languages', { skip: whyNoBrowser }, () => {
  let editor: Page;
  let go: (path: string) => Promise<void>;
  let refused: string[];
  const ids: Record<string, number> = {};
  const opened = () => {
    assert.ok(site);
    return site;
  };
  const root = () => opened().app.root;
  const draft = (id = 0) => root().read<{ publish_time: number | null }>(`/v1/story/${id}?version=draft`);
  const titles = (page = editor) => page.locator('.grid-row .grid-link').allTextContents();
  const dialog = () => editor.locator('dialog[open]');
  before(async () => {
    const { app, open } = opened();
    const texts = {
      spring: { en: 'Spring', fr: 'Printemps', de: 'Frühling' },
      summer: { en: 'Summer', de: 'Sommer' },
      autumn: { en: 'Autumn' },
    };
    for (const [name, title] of Object.entries(texts)) ids[name] = await root().make('/v1/story', { title });
    const publisher = await app.granted('story.publish');
    const shown = await open();
    ({ page: editor, go } = shown);
    await go('/');
    await signIn(editor, publisher.username);
    refused = [];
    editor.on(
      'response',
      (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`),
    );
  });

  it('a list shows one language, marks what is in another, and finds what is missing, by keys', async () => {
    await go('/collections/story?columns=title&sort=id');
    await editor.locator('.languages-button', { hasText: 'English' }).focus();
    await editor.keyboard.press('Enter');
    await editor.locator('.languages-menu input[type=radio]').first().focus();
    await editor.keyboard.press('ArrowDown');
    await editor.waitForURL(/locale=fr/);
    await editor.locator('.grid-language').nth(1).waitFor();
    assert.deepEqual(await titles(), ['Printemps', 'Sommer', 'Autumn']);
    const marks = editor.locator('.grid-row .grid-language');
    assert.deepEqual(await marks.allTextContents(), ['de', 'en']);
    assert.equal(await marks.first().getAttribute('title'), 'German');
    await editor.keyboard.press('Tab');
    await editor.keyboard.press('Tab');
    await editor.keyboard.press('Tab');
    await editor.keyboard.press('Space');
    await editor.waitForURL(/missing=de/);
    await until(async () => (await titles()).join() === 'Autumn');
    await editor.locator('.languages-button', { hasText: 'French · without German' }).waitFor();
    await editor.keyboard.press('Escape');
    await editor.locator('.grid-row .grid-link').click();
    await editor.waitForURL(/story\/\d+\?locale=fr/);
    await editor.locator('.language-choice [data-language=fr] input:checked').waitFor();
    await editor.goBack();
    await until(async () => (await titles()).join() === 'Autumn');
  });

  it('a history tells the changes of one language, and what readers do not see yet', async () => {
    const story = `/v1/story/${ids.spring}`;
    await root().done(`POST ${story}/publish`);
    await root().done(`PATCH ${story}?locale=fr`, { title: 'Le printemps' });
    await root().done(`PATCH ${story}`, { title: 'Springtime' });
    await go(`/collections/story/${ids.spring}/history`);
    const changes = editor.locator('.time-line li');
    await changes.nth(2).waitFor();
    const all = await changes.count();
    const names = editor.locator('.compare .difference-row');
    await editor.locator('.history-language select').selectOption({ label: 'French' });
    await editor.waitForURL(/locale=fr/);
    await until(async () => (await changes.count()) < all);
    await names.locator('ins', { hasText: 'Le' }).waitFor();
    await editor.locator('.time-slider input[type=range]').press('End');
    await editor.locator('.time-ends select').selectOption({ label: 'Published version' });
    await names.locator('del', { hasText: 'Le' }).waitFor();
    assert.equal(await names.count(), 1);
    await editor.locator('.history-language select').selectOption({ label: 'All languages' });
    await until(async () => (await names.count()) === 2);
    await editor.locator('.time-slider input[type=range]').press('Home');
    await editor
      .locator('.time-ends select option:checked', { hasText: 'Now' })
      .waitFor({ state: 'attached' });
  });

  it('what is inside blocks reads as words, in a history and in a list', async () => {
    const story = `/v1/story/${ids.summer}`;
    const words = (text: string) => ({ parts: [{ type: 'pictures', words: text }] });
    await root().done(`PATCH ${story}`, words('An empty beach'));
    await root().done(`PATCH ${story}`, words('A crowded beach'));
    await go(`/collections/story/${ids.summer}/history`);
    const shown = editor.locator('.compare .difference-row[data-field=parts] .difference');
    await shown.locator('ins', { hasText: 'A crowded' }).waitFor();
    assert.match(await shown.innerText(), /^- Pictures\n {2}Words: .*beach$/s);
    await go('/collections/story?columns=title,parts&sort=id');
    await editor.locator('.grid-row', { hasText: 'Pictures · Words: A crowded beach' }).waitFor();
  });

  it('plans are listed, and taken back; overdue ones need a look', async () => {
    const nameless = await root().make('/v1/story', { lead: 'No title' });
    const soon = Date.now() + 86_400_000;
    await root().done(`POST /v1/story/${ids.autumn}/publish`, { at: soon });
    const past = Date.now() + 500;
    await root().done(`POST /v1/story/${nameless}/publish`, { at: past });
    await until(async () => Date.now() > past);
    await go('/');
    await editor
      .locator('.waiting', { hasText: 'Needs attention' })
      .getByText('should have been published')
      .waitFor();
    const planned = editor.locator('.waiting', { hasText: 'Scheduled publishing' });
    await planned.getByRole('link', { name: 'Autumn' }).waitFor();
    await planned.getByRole('link', { name: 'All scheduled' }).click();
    await editor.locator('.plans-overdue .plan-line').waitFor();
    const line = editor.locator('.plans-coming .plan-line', { hasText: 'Autumn' });
    await line.getByRole('button').click();
    await editor
      .locator('.toast', { hasText: 'no longer scheduled' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await until(async () => (await draft(ids.autumn)).publish_time === soon);
    await line.getByRole('button').click();
    await line.waitFor({ state: 'detached' });
    assert.equal((await draft(ids.autumn)).publish_time, null);
  });

  it('a plan that somebody else changed meanwhile is not taken back', async () => {
    const [first, second] = [Date.now() + 86_400_000, Date.now() + 2 * 86_400_000];
    const planAt = (at: number | null) => root().done(`POST /v1/story/${ids.autumn}/publish`, { at });
    await planAt(first);
    await go('/plans');
    const line = editor.locator('.plans-coming .plan-line', { hasText: 'Autumn' });
    await line.waitFor();
    await planAt(second);
    await line.getByRole('button').click();
    await editor.locator('.toast').waitFor();
    assert.equal((await draft(ids.autumn)).publish_time, second);
    assert.match(refused.splice(0).join(), /^412 \S+\/publish/);
    await planAt(null);
  });

  it('preview links are made, listed and ended', async () => {
    await go(`/collections/story/${ids.summer}`);
    await editor.locator('.draft-bar').getByRole('button', { name: 'Preview links' }).click();
    await dialog().locator('select[name=hours]').selectOption({ label: '1 week' });
    await dialog().locator('[type=submit]').click();
    const link = await dialog().locator('input[name=link]').inputValue();
    const status = async () => (await fetch(link)).status;
    assert.equal(await status(), 200);
    const lines = dialog().locator('.previews-line', { hasText: 'created by you' });
    await dialog().locator('[type=submit]').click();
    await lines.nth(1).getByRole('button').click();
    await lines.nth(1).waitFor({ state: 'detached' });
    assert.equal(await status(), 400);
    const other = await dialog().locator('input[name=link]').inputValue();
    assert.equal((await fetch(other)).status, 200, 'one that was just made stays in sight');
    await lines.getByRole('button').click();
    await dialog().getByText('No preview links.').waitFor();
    assert.equal((await fetch(other)).status, 400);
    assert.deepEqual(refused, []);
  });

  it('who may not publish sees the plans, and nothing to decide', async () => {
    const { app, open } = opened();
    await root().done(`POST /v1/story/${ids.autumn}/publish`, { at: Date.now() + 86_400_000 });
    const { page, go: goTo, faults } = await open({ language: 'zh', width: 360 });
    await goTo('/plans');
    await signIn(page, (await app.person()).username);
    await page.locator('.plans-coming .plan-line').waitFor();
    assert.equal(await page.locator('.plan-line button').count(), 0);
    assert.deepEqual(faults, { console: [], foreign: [] });
  });
});
