import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { cropPosition } from '../../console/src/form/focus.ts';
import { branchOf, foldersInOrder, pathTo } from '../../console/src/form/folders.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import { partAround } from '../../server/features/files/images/crop.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { uploadSecret } from '../support/records/private-files.ts';
import { uploadImage } from '../support/records/uploads.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/content/newsroom', locales: readLocales('en,fr>de,de') ?? [] });

describe('what the library computes', () => {
  it('a crop is shown as the server cuts it', () => {
    for (const image of [
      { width: 1200, height: 800 },
      { width: 500, height: 900 },
    ])
      for (const size of [
        { width: 40, height: 40 },
        { width: 120, height: 40 },
        { width: 90, height: 160 },
      ])
        for (const focus of [
          { x: 50, y: 50 },
          { x: 75, y: 35 },
          { x: 0, y: 100 },
        ]) {
          const { left, top, width, height } = partAround(focus, image, size);
          const [x = 0, y = 0] = cropPosition(focus, image, size).split(' ').map(Number.parseFloat);
          const at = [((image.width - width) * x) / 100, ((image.height - height) * y) / 100];
          assert.ok(Math.abs((at[0] ?? 0) - left) <= 2, JSON.stringify({ image, size, focus, at, left }));
          assert.ok(Math.abs((at[1] ?? 0) - top) <= 2, JSON.stringify({ image, size, focus, at, top }));
        }
  });

  it('folders are shown as a tree is read', () => {
    const folders = [
      { id: '1', name: 'Press', parent: null },
      { id: '2', name: 'Spring', parent: '1' },
      { id: '3', name: 'Contracts', parent: null },
      { id: '4', name: 'Parade', parent: '2' },
    ];
    const shown = foldersInOrder(folders).map(({ folder, depth }) => `${depth} ${folder.name}`);
    assert.deepEqual(shown, ['0 Press', '1 Spring', '2 Parade', '0 Contracts']);
    assert.deepEqual(
      pathTo(folders, '4').map(({ name }) => name),
      ['Press', 'Spring', 'Parade'],
    );
    assert.deepEqual([...branchOf(folders, '2')], ['2', '4']);
  });
});

describe('the library in the console', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  const root = () => opened().app.root;
  const opened = () => {
    assert.ok(site);
    return site;
  };
  const told = (id: number) => root().read<Record<string, unknown>>(`/cms/file/${id}`);
  const dialog = () => page.locator('dialog[open]');
  const done = () => dialog().waitFor({ state: 'detached' });
  const toasted = (text: string) => page.locator('.toast', { hasText: text }).first();
  before(async () => {
    ({ page, go } = await opened().open());
    await go('/');
    await signIn(page);
  });

  it('folders are made in each other, renamed, moved and deleted', async () => {
    const make = async (name: string) => {
      await page.locator('.folder-new').click();
      await dialog().locator('input[name=name]').fill(name);
      await page.keyboard.press('Enter');
      await done();
      await page.locator('.folder-tile', { hasText: name }).click();
      await page.locator('h1', { hasText: name }).waitFor();
    };
    await go('/files');
    await make('Press');
    await make('Spring');
    await page.locator('.folder-path a', { hasText: 'Press' }).waitFor();
    await page.getByRole('button', { name: 'Rename or move this folder' }).click();
    await dialog().locator('input[name=name]').fill('Summer');
    await dialog().locator('select').selectOption({ label: 'Top level' });
    await dialog().locator('[type=submit]').click();
    await done();
    await page.locator('h1', { hasText: 'Summer' }).waitFor();
    assert.equal(await page.locator('.folder-path li').count(), 1);
    await page.getByRole('button', { name: 'Delete this empty folder' }).click();
    await page.locator('h1', { hasText: 'Files' }).waitFor();
    await toasted('Summer').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.folder-tile', { hasText: 'Summer' }).waitFor();
  });

  it('files are shown in lists by their pictures and names, private ones by their names alone', async () => {
    const { app } = opened();
    const [hero, ...gallery] = [await uploadImage(app), await uploadImage(app), await uploadImage(app)];
    const contract = await uploadSecret(root());
    const ids = { hero: hero.id, gallery: gallery.map(({ id }) => id), contract: contract.id };
    await root().make('/v1/story', { title: 'With pictures', ...ids });
    await go('/collections/story?columns=title,hero,gallery,contract&q=pictures');
    const cell = (label: string) => page.locator(`.grid-row .grid-cell[data-label="${label}"]`);
    await cell('Picture').filter({ hasText: hero.name }).waitFor();
    await until(async () =>
      page.evaluate("document.querySelector('.grid-cell .small-picture').naturalWidth > 0"),
    );
    assert.equal(await cell('Gallery').locator('img').count(), 2);
    await cell('Contract').filter({ hasText: 'secret.png' }).waitFor();
    assert.equal(await cell('Contract').locator('img').count(), 0);
  });

  it('several files are moved and tagged, and that is taken back', async () => {
    const [one, two] = [await uploadImage(opened().app), await uploadImage(opened().app)];
    await go('/files');
    const picks = page.locator('.file-pick');
    await picks.nth(0).click();
    await picks.nth(1).click({ modifiers: ['Shift'] });
    const bar = page.locator('.picked-bar');
    await bar.getByText('2 files selected').waitFor();
    await bar.getByRole('button', { name: 'Move…' }).click();
    await dialog().locator('select').selectOption({ label: 'Press' });
    await dialog().locator('[type=submit]').click();
    await done();
    await page.locator('.folder-tile', { hasText: 'Press' }).getByText('2').waitFor();
    const { folder_id: press } = await told(one.id);
    assert.equal((await told(two.id)).folder_id, press);

    await picks.nth(0).click();
    await picks.nth(1).click();
    await bar.getByRole('button', { name: 'Tags' }).click();
    await dialog().locator('.tag-new input').fill('sea');
    await page.keyboard.press('Enter');
    await dialog().locator('[type=submit]').click();
    await done();
    assert.deepEqual((await told(one.id)).tags, ['sea']);
    await page.locator('.tags-button').click();
    await page.locator('.tags-menu .check', { hasText: 'sea' }).click();
    await page.waitForURL(/tag=sea/);
    await toasted('Tags of 2 files').getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await told(two.id)).tags === undefined);
    await toasted('2 files moved').getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await told(two.id)).folder_id === undefined);
  });

  it('a file gets alt texts by language, tags and a focus by keys alone', async () => {
    const { id } = await uploadImage(opened().app);
    await go(`/files/${id}`);
    await page.locator('.alt-missing').nth(2).waitFor();
    await page.locator('[data-language=en] textarea').fill('Ships');
    await page.locator('[data-language=de] textarea').fill('Schiffe');
    assert.equal(await page.locator('.alt-missing').count(), 1);
    const before = await page.locator('.crop-image').last().getAttribute('style');
    await page.locator('.focus-point').focus();
    for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    await page
      .locator('.focus-point[aria-label="Focal point: 61 % from the left, 49 % from the top"]')
      .waitFor();
    assert.notEqual(await page.locator('.crop-image').last().getAttribute('style'), before);
    await page.locator('.tag-new input').fill('boats, sea');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await toasted('Saved').waitFor();
    const { alt, focus_x, focus_y, tags } = await told(id);
    assert.deepEqual(
      [alt, focus_x, focus_y, tags],
      [{ en: 'Ships', de: 'Schiffe' }, 61, 49, ['boats', 'sea']],
    );
    await page.locator('.focus-image').click({ position: { x: 2, y: 2 } });
    await page.locator('a.file-back').click();
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await page.locator('.files-tools').waitFor();
    assert.equal((await told(id)).focus_x, 61);
  });

  it('a file is replaced wherever it is used by another one of the library, and that is taken back', async () => {
    const [old, other] = [await uploadImage(opened().app), await uploadImage(opened().app)];
    await root().done(`PATCH /cms/file/${other.id}`, { name: 'successor.png' });
    const stories: number[] = [];
    for (const title of ['First of two', 'Second of two'])
      stories.push(await root().make('/v1/story', { title, hero: old.id }));
    const heroes = async () => {
      const found = stories.map((id) => root().read<{ hero: number }>(`/v1/story/${id}?version=draft`));
      return (await Promise.all(found)).map(({ hero }) => hero);
    };
    await go(`/files/${old.id}`);
    await page.locator('.file-replace').getByRole('button', { name: 'From the library' }).click();
    await dialog().locator('.picking-file', { hasText: 'successor.png' }).locator('input').click();
    await dialog().getByRole('button', { name: 'Use' }).click();
    await dialog().getByRole('button', { name: 'Replace in 2 records' }).click();
    await done();
    await page.getByText('Not used in anything that you may see.').waitFor();
    assert.deepEqual(await heroes(), [other.id, other.id]);
    await toasted('Replaced in 2 records').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.file-uses').getByText('Second of two').waitFor();
    assert.deepEqual(await heroes(), [old.id, old.id]);
  });

  it('a form picks files of the library, and tells their alt texts', async () => {
    const { id } = await uploadImage(opened().app);
    await root().done(`PATCH /cms/file/${id}`, { name: 'front.png', alt: { en: 'The front page' } });
    await go('/collections/story/new');
    const form = formPage(page);
    await form.input('title').fill('With a picture');
    const library = (field: string) => form.field(field).getByRole('button', { name: 'From the library' });
    await library('hero').click();
    await dialog().locator('input[type=search]').fill('front');
    await page.keyboard.press('Enter');
    await dialog().locator('.picking-file', { hasText: 'front.png' }).locator('input').click();
    await dialog().getByRole('button', { name: 'Use' }).click();
    await form.field('hero').locator('.file-alt', { hasText: 'The front page' }).waitFor();
    await library('gallery').click();
    await dialog().locator('.picking-file input').nth(0).click();
    await dialog().locator('.picking-file input').nth(1).click();
    await dialog().getByRole('button', { name: 'Use' }).click();
    await form.field('gallery').locator('.reference-item').nth(1).waitFor();
    await form.save();
    await page.waitForURL(/story\/\d+/);
    const [, story] = /story\/(\d+)/.exec(page.url()) ?? [];
    const record = await root().read<Record<string, unknown>>(`/v1/story/${story}?version=draft`);
    assert.equal(record.hero, id);
    assert.equal((record.gallery as unknown[]).length, 2);
  });

  it('files inside of blocks are shown in the form of their record', async () => {
    const { id } = await uploadImage(opened().app);
    await root().done(`PATCH /cms/file/${id}`, { name: 'inside.png' });
    const parts = [{ type: 'pictures', images: [id] }];
    await go(`/collections/story/${await root().make('/v1/story', { title: 'In parts', parts })}`);
    await formPage(page).field('parts').locator('.reference-item', { hasText: 'inside.png' }).waitFor();
    assert.equal(await page.locator('.note-bad').count(), 0);
  });

  it('blocks that two editors changed are told apart by what they wrote alone', async () => {
    const written = (words: string) => ({ parts: [{ type: 'pictures', images: [], words }] });
    const id = await root().make('/v1/story', { title: 'In words', ...written('As it was') });
    await go(`/collections/story/${id}`);
    await formPage(page).field('parts').locator('input[type=text], input:not([type])').first().fill('Mine');
    await root().done(`PATCH /v1/story/${id}`, written('Theirs'));
    await formPage(page).save();
    const conflict = page.locator('.conflict');
    await conflict.waitFor();
    const removed = await conflict.locator('del').evaluateAll((all) => all.map((one) => one.textContent));
    assert.deepEqual(removed, ['removed:As it was', 'removed:As it was']);
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('files in use stay, the others are deleted together', async () => {
    const { id } = await uploadImage(opened().app);
    await root().done(`PATCH /cms/file/${id}`, { name: 'front-2.png' });
    await go('/files?q=front');
    await page.locator('.file-pick').nth(0).click();
    await page.locator('.file-pick').nth(1).click();
    await page.locator('.picked-bar').getByRole('button', { name: 'Delete' }).click();
    await dialog().locator('.used-file', { hasText: 'With a picture' }).waitFor();
    await dialog().getByRole('button', { name: 'Permanently delete 1 file' }).click();
    await done();
    await page.locator('.file-tile', { hasText: 'front-2' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.file-tile', { hasText: 'front.png' }).count(), 1);
  });

  it('a private file is marked, and opened by an address that ends', async () => {
    const { id } = await uploadSecret(root());
    await go(`/files/${id}`);
    await page.locator('.file-secret').waitFor();
    const link = page.getByRole('link', { name: 'Open file' });
    await until(async () => /signed[?].*signature=/.test((await link.getAttribute('href')) ?? ''));
  });

  it('a member sees the own uploads, and changes those alone that are theirs', async () => {
    const { app, open } = opened();
    const member = await app.person();
    const own = await uploadImage(app, member.access);
    const other = await open();
    await other.go('/');
    await signIn(other.page, member.username);
    await other.go('/files');
    await other.page.locator('.file-tile').first().waitFor();
    assert.equal(await other.page.locator('.file-tile').count(), 1);
    for (const offered of ['.folder-new', '.tags-button', '.file-pick'])
      assert.equal(await other.page.locator(offered).count(), 0, offered);
    await other.page.locator('.file-open').click();
    await other.page.locator('[data-language=fr] textarea').fill('Une image');
    assert.equal(await other.page.locator('.tag-input, select').count(), 0);
    await other.page.locator('.file-save [type=submit]').click();
    await until(async () => (await told(own.id)).alt !== undefined);
    assert.deepEqual((await told(own.id)).alt, { fr: 'Une image' });
    await other.page.context().close();
  });
});
