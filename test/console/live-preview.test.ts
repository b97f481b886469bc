import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { readLocales } from '../../server/definitions/locales.ts';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { openPreviewSite } from '../support/browser/preview-site.ts';
import { until } from '../support/until.ts';

const other = await openPreviewSite();
process.env.PREVIEW_SITE = other.origin;
const site = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/content/preview-site', locales: readLocales('en,fr') ?? [] });
other.console = site?.address ?? '';

describe('a page of the site beside its form', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let username: string;
  const opened = () => {
    assert.ok(site);
    return site;
  };
  const root = () => opened().app.root;
  const field = (name: string) => formPage(page).input(name);
  const frame = () => page.frameLocator('.live-preview iframe');
  const sees = (selector: string, text: string) =>
    frame().locator(selector).filter({ hasText: text }).waitFor();
  const article = (values: object = {}) =>
    root().make('/v1/article', {
      title: { en: 'Harbour', fr: 'Port' },
      remark: 'not for everybody',
      parts: [
        { type: 'note', words: 'One' },
        { type: 'quote', words: 'Two', by: 'Ana' },
        { type: 'note', words: 'Three' },
        { type: 'note', words: 'Four' },
      ],
      ...values,
    });
  const edit = async (id: number | 'new', collection = 'article') => {
    await go(`/collections/${collection}/${id}`);
    await page.getByRole('button', { name: 'Live preview' }).click();
  };
  const inFrame = (): Frame => {
    const found = page.frames().find((one) => one.url().startsWith(other.origin));
    assert.ok(found);
    return found;
  };
  const lastAsked = () => new URL(other.asked.at(-1) ?? '', other.origin);

  before(async () => {
    const { app, open } = opened();
    ({ username } = await app.granted('article.drafts'));
    ({ page, go } = await open());
    await go('/');
    await signIn(page, username);
  });

  it('shows the draft, and what is typed', async () => {
    const id = await article();
    await edit(id);
    await sees('h1', 'Harbour');
    assert.match(lastAsked().href, new RegExp(`/en/articles/harbour\\?id=${id}&preview=`));
    await field('title').fill('Harbour at night');
    await field('minutes').fill('7');
    await sees('h1', 'Harbour at night');
    await sees('#minutes', '7');
    const { title } = await root().read<{ title: string }>(`/v1/article/${id}?version=draft`);
    assert.equal(title, 'Harbour');
  });

  it('is sent only what its editor may read, and nothing of their session', async () => {
    const heard = JSON.stringify(await inFrame().evaluate('heard'));
    assert.ok(heard.includes('Harbour at night'));
    for (const hidden of ['remark', 'not for everybody', 'Bearer', 'token', username])
      assert.ok(!heard.includes(hidden), hidden);
  });

  it('follows the language of the form', async () => {
    await page.locator('.language-choice [data-language=fr]').click();
    await sees('h1', 'Port');
    assert.match(lastAsked().pathname, /^\/fr\/articles\/port$/);
    await field('title__fr').fill('Port de nuit');
    await sees('h1', 'Port de nuit');
  });

  it('leads from a click to the field, and opens what is around it', async () => {
    await frame().locator('h1').click();
    await page.locator('[data-field=title__fr] :focus').waitFor();
    const block = page.locator('[data-path="parts.1"]');
    assert.equal(await block.locator('.element-body').count(), 0);
    await frame().locator('blockquote').click();
    await page.locator('[data-path="parts.1.by"] :focus').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Bea');
    await sees('blockquote', 'Bea');
  });

  it('hears its own frame alone, and is heard by its own console alone', async () => {
    await field('lead__fr').focus();
    await page.evaluate("postMessage({ quire: 'field', path: 'title' }, '*')");
    await inFrame().evaluate(
      "postMessage({ quire: 'values', collection: 'article', id: null, values: { title: 'Forged' } }, '*')",
    );
    await page.keyboard.type('Seen');
    await sees('p', 'Seen');
    assert.equal(await frame().locator('h1', { hasText: 'Forged' }).count(), 0);
    await page.locator('[data-field=lead__fr] :focus').waitFor();
  });

  it('loses its token when it is closed', async () => {
    const id = await article();
    await edit(id);
    await sees('h1', 'Harbour');
    const token = lastAsked().searchParams.get('preview') ?? '';
    const path = `/v1/article/${id}/preview?token=${encodeURIComponent(token)}`;
    const { nobody } = opened().app;
    assert.equal((await nobody.get(path)).status, 200);
    await page.getByRole('button', { name: 'Close the preview' }).click();
    await until(async () => (await nobody.get(path)).status === 400);
  });

  it('shows a planned draft, and follows a new record before it is saved', async () => {
    const id = await article({ title: { en: 'Tomorrow' } });
    await root().done(`POST /v1/article/${id}/publish`, { at: Date.now() + 3_600_000 });
    await edit(id);
    await sees('h1', 'Tomorrow');
    await edit('new');
    await until(async () => lastAsked().pathname === '/en/articles/new');
    assert.equal(lastAsked().searchParams.get('preview'), null);
    await field('title').fill('Brand new');
    await sees('h1', 'Brand new');
    await formPage(page).save();
    await page.waitForURL(/article\/\d+$/);
    await sees('h1', 'Brand new');
    await until(async () => lastAsked().searchParams.get('preview') !== null);
  });

  it('is as wide as a phone, a tablet or a desktop, by keys, and stays so', async () => {
    const width = () => inFrame().evaluate<number>('innerWidth');
    await page.locator('.live-preview-widths input:checked').focus();
    for (const [key, pixels] of [
      ['ArrowRight', 768],
      ['ArrowRight', 1280],
      ['ArrowLeft', 768],
    ] as const) {
      await page.keyboard.press(key);
      await until(async () => (await width()) === pixels);
    }
    await edit(await article());
    await sees('h1', 'Harbour');
    assert.equal(await width(), 768);
  });

  it('says where a site does not answer', async () => {
    await edit(await root().make('/v1/notice', { title: 'Closed' }), 'notice');
    await page.locator('.live-preview-note', { hasText: 'does not answer' }).waitFor();
  });

  it('covers the form where there is no room beside it, and leads back', async () => {
    await page.getByRole('button', { name: 'Close the preview' }).click();
    await page.setViewportSize({ width: 390, height: 800 });
    await edit(await article());
    await page.locator('.live-preview:modal').waitFor();
    await sees('h1', 'Harbour');
    await frame().locator('h1').click();
    await page.locator('[data-field=title] :focus').waitFor();
    assert.equal(await page.locator('.live-preview').count(), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  for (const [language, scheme, name] of [
    ['en', 'light', 'Live preview'],
    ['zh', 'dark', '实时预览'],
  ] as const)
    it(`has no barriers in ${language}, ${scheme}`, async () => {
      const id = await article();
      const shown = await opened().open({ language, scheme });
      await shown.go('/');
      await signIn(shown.page, username);
      await shown.go(`/collections/article/${id}`);
      await shown.page.getByRole('button', { name }).click();
      await shown.page.frameLocator('.live-preview iframe').locator('h1', { hasText: 'Harbour' }).waitFor();
      assert.deepEqual(shown.faults.console, []); // axe itself posts to frames in vain
      assert.deepEqual(await accessibilityFaults(shown.page), []);
      await shown.page.setViewportSize({ width: 360, height: 740 });
      await shown.page.locator('.live-preview:modal').waitFor();
      assert.deepEqual(await accessibilityFaults(shown.page), []);
      await shown.context.close();
    });
});
