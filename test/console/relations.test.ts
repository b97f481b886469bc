import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readLocales } from '../../server/definitions/locales.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { uploadImage } from '../support/records/uploads.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/studio' });

describe('the relations of a record', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let artist: number;
  let work: number;
  let other: number;
  const app = () => {
    assert.ok(site);
    return site.app;
  };
  const field = (name: string) => formPage(page).field(name);
  const sheet = () => page.locator('dialog.record-sheet[open]');
  const stored = async (id: number) =>
    (await app().root.read(`/v1/artwork/${id}?version=draft`)) as Readonly<Record<string, unknown>>;
  before(async () => {
    const { root } = app();
    const pictures = [await uploadImage(app()), await uploadImage(app()), await uploadImage(app())];
    artist = await root.make('/v1/artist', { name: 'Mira Solano', portrait: pictures[0]?.id });
    const themes = [];
    for (const word of ['sea', 'harbour']) themes.push(await root.make('/v1/theme', { word }));
    const cover = pictures[1]?.id;
    other = await root.make('/v1/artwork', { title: 'Evening', summary: 'Late', cover, artist });
    await root.done(`POST /v1/artwork/${other}/publish`);
    const gallery = pictures.map(({ id }) => id);
    work = await root.make('/v1/artwork', { title: 'Morning', artist, themes, related: [other], gallery });
    assert.ok(site);
    ({ page, go } = await site.open());
    await go('/');
    await signIn(page);
  });

  it('are chips for words, and cards with picture and state for others, without ids', async () => {
    await go(`/collections/artwork/${work}`);
    await field('themes').locator('.as-chips .reference-item', { hasText: 'sea' }).waitFor();
    const card = field('related').locator('.as-cards .reference-item');
    await card.locator('img.record-face').waitFor();
    assert.match(await card.innerText(), /^\s*Evening\s+Published\s*$/);
    await field('artist').locator('.picked img.record-face').waitFor();
    assert.equal(await page.locator('.picker-id').count(), 0);
  });

  it('are moved by keys in a gallery of thumbnails', async () => {
    const before = (await stored(work)).gallery as number[];
    const tiles = field('gallery').locator('.as-tiles .reference-item');
    assert.equal(await tiles.locator('img.thumbnail').count(), 3);
    await tiles.nth(2).locator('a').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await formPage(page).save();
    await formPage(page).told('Saved');
    assert.deepEqual((await stored(work)).gallery, [before[0], before[2], before[1]]);
  });

  it('are edited beside the page, where the form stays as it was typed', async () => {
    await formPage(page).input('summary').fill('Typed before');
    await field('artist').getByRole('button', { name: 'Open beside: Mira Solano' }).click();
    await sheet().locator('[data-field=name] input').fill('Mira S.');
    await page.keyboard.press('Control+s');
    await sheet().waitFor({ state: 'detached' });
    await field('artist').locator('.record-link', { hasText: 'Mira S.' }).waitFor();
    assert.equal((await app().root.read(`/v1/artist/${artist}`)).name, 'Mira S.');
    assert.equal(await formPage(page).input('summary').inputValue(), 'Typed before');
    await formPage(page).save();
    await formPage(page).told('Saved');
  });

  it('are shown from their other end, where one is added', async () => {
    await go(`/collections/artist/${artist}`);
    const back = page.locator('.way-back', { hasText: 'Artwork' });
    await back
      .locator('li', { hasText: 'Evening' })
      .locator('.reference-state', { hasText: 'Published' })
      .waitFor();
    await back.getByRole('combobox', { name: 'Order' }).selectOption('By title');
    await back.locator('li').first().filter({ hasText: 'Evening' }).waitFor();
    await back.getByRole('button', { name: 'Add' }).click();
    await sheet().locator('[data-field=artist] .record-link', { hasText: 'Mira S.' }).waitFor();
    await sheet().locator('[data-field=title] input').fill('Noon');
    await page.keyboard.press('Control+s');
    await back.locator('li', { hasText: 'Noon' }).waitFor();
    await back.getByRole('link', { name: 'Open as a list' }).click();
    await page.locator('.grid-link', { hasText: 'Noon' }).waitFor();
    assert.equal(await page.locator('.grid-row .grid-link').count(), 3);
  });

  it('are drawn from both sides, with eight of each kind and a way to the others', async () => {
    const { root } = app();
    for (let number = 1; number <= 7; number += 1)
      await root.make('/v1/artwork', { title: `Late ${number}`, artist });
    await go(`/collections/artist/${artist}`);
    await page.getByRole('link', { name: 'Relations' }).click();
    const group = page.getByRole('region', { name: 'What refers to it' }).locator('.relations-group');
    assert.equal(await group.locator('h3 .relations-count').innerText(), '10');
    assert.equal(await group.locator('li a').count(), 8);
    assert.equal(await page.locator('.relations-lines > path').count(), 2);
    await group.getByRole('link', { name: '2 more' }).click();
    await page.locator('.grid-link', { hasText: 'Noon' }).waitFor();
    await go(`/collections/artwork/${work}/relations`);
    const sides = page.locator('.relations-side');
    await sides.nth(0).getByText('Nothing refers to it yet').waitFor();
    assert.deepEqual(await sides.nth(1).locator('h3 .relations-count').allInnerTexts(), ['1', '2', '1', '3']);
    await sides.nth(1).locator('li', { hasText: 'Evening' }).getByText('Published').waitFor();
    await sides.nth(1).getByRole('link', { name: 'Mira S.' }).click();
    await formPage(page).ready();
  });

  it('show readers what they may see, and offer them nothing to add', async () => {
    assert.ok(site);
    const reader = await app().person();
    const { page: seen, go: open } = await site.open();
    await open(`/collections/artist/${artist}`);
    await signIn(seen, reader.username);
    const back = seen.locator('.way-back', { hasText: 'Artwork' });
    await back.locator('li', { hasText: 'Evening' }).waitFor();
    assert.equal(await back.locator('li').count(), 1);
    assert.equal(await back.getByRole('button', { name: 'Add' }).count(), 0);
    assert.doesNotMatch(await seen.content(), /Morning|Noon/);
    await open(`/collections/artist/${artist}/relations`);
    await seen.locator('.relations-group li', { hasText: 'Evening' }).waitFor();
    assert.equal(await seen.locator('.relations-count').first().innerText(), '1');
    assert.doesNotMatch(await seen.content(), /Morning|Noon|Late/);
  });
});

const abroad = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/content/editions', locales: readLocales('en,de') ?? [] });

describe('the relations of records in two languages', { skip: whyNoBrowser }, () => {
  it('show which languages a record has, and in which a text is missing', async () => {
    assert.ok(abroad);
    const { root } = abroad.app;
    const bureau = await root.make('/v1/bureau', { city: 'Lyon' });
    const titles = [{ en: 'Both', de: 'Beide' }, { en: 'Early' }, { de: 'Deutsch' }];
    for (const title of titles) await root.make('/v1/dispatch', { title, bureau });
    const { page, go } = await abroad.open();
    await go(`/collections/bureau/${bureau}`);
    await signIn(page);
    const card = (title: string) => page.locator('.way-back li', { hasText: title });
    await card('Deutsch')
      .locator('.record-languages', { hasText: 'Texts are missing in: English' })
      .waitFor();
    assert.deepEqual(await card('Early').locator('.is-missing').allInnerTexts(), ['de']);
    await card('Both').locator('.record-languages', { hasText: 'No text is missing' }).waitFor();
    assert.deepEqual(await card('Both').locator('.record-language').allInnerTexts(), ['en', 'de']);
  });
});
