import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { uploadImage } from '../support/records/uploads.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/studio' });

describe('an editor of nested fields', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  const root = () => {
    assert.ok(site);
    return site.app.root;
  };
  before(async () => {
    assert.ok(site);
    ({ page, go } = await site.open());
    await go('/');
    await signIn(page);
  });
  const field = (name: string) => formPage(page).field(name);
  const stored = async (id: number) =>
    (await root().read(`/v1/artwork/${id}?version=draft`)) as unknown as Stored;
  const edit = async (values: object = {}): Promise<number> => {
    const id = await root().make('/v1/artwork', { title: 'Nested', ...values });
    await go(`/collections/artwork/${id}`);
    await formPage(page).ready();
    return id;
  };
  const save = async () => {
    await formPage(page).save();
    await formPage(page).told('Saved');
  };

  describe('at a table', () => {
    it('adds lines by Enter, and goes down in a column', async () => {
      const id = await edit();
      await field('hours').getByRole('button', { name: 'Add a line' }).click();
      await field('hours').locator('tr select').first().selectOption('tue');
      await field('hours').locator('td:nth-child(3) input').first().fill('09:00');
      await page.keyboard.press('Enter');
      await page.keyboard.type('10:00');
      await page.keyboard.press('Enter');
      await field('hours').locator('tbody tr').nth(2).waitFor();
      await page.keyboard.type('11:00');
      await save();
      const { hours } = await stored(id);
      assert.deepEqual(
        hours.map(({ opens }) => opens),
        ['09:00', '10:00', '11:00'],
      );
      assert.equal(hours[0]?.day, 'tue');
    });

    it('takes lines of a spreadsheet from the cell on in which they are pasted', async () => {
      const id = await edit({ hours: [{ day: 'mon' }, { day: 'tue', closes: '20:00' }] });
      const cell = field('hours').locator('tbody tr').first().locator('td').nth(1).locator('input');
      await paste(cell, '09:00\t17:00\tyes\n10:00\t18:00\t\n11:00\t19:00\tno\tbeyond\r\n');
      await field('hours').locator('tbody tr').nth(2).waitFor();
      await save();
      assert.deepEqual((await stored(id)).hours, [
        { day: 'mon', opens: '09:00', closes: '17:00', guided: true },
        { day: 'tue', opens: '10:00', closes: '18:00', guided: false },
        { day: null, opens: '11:00', closes: '19:00', guided: false },
      ]);
    });

    it('duplicates, moves by keys and removes lines', async () => {
      const id = await edit({
        hours: [
          { day: 'mon', opens: '1' },
          { day: 'tue', opens: '2' },
        ],
      });
      const tools = (name: string) => field('hours').getByRole('button', { name, exact: true });
      await field('hours').locator('tbody tr').first().hover();
      await tools('Duplicate: Item 1').click();
      await field('hours').locator('tbody tr').nth(2).waitFor();
      const last = field('hours').locator('tbody tr').nth(2).locator('td').nth(1).locator('input');
      await last.focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.type('0'); // the focus went along
      await field('hours').locator('tbody tr').nth(2).hover();
      await tools('Remove: Item 3').click();
      await save();
      assert.deepEqual(
        (await stored(id)).hours.map(({ opens }) => opens),
        ['20', '1'],
      );
    });
  });

  describe('at blocks', () => {
    const quote = (words: string) => ({ type: 'quote', words });
    const blocks = () => field('sections').locator('.nested-elements > li');

    it('sees many closed, by their words and pictures, and opens one', async () => {
      assert.ok(site);
      const image = (await uploadImage(site.app)).id;
      await edit({
        sections: [...['one', 'two', 'three'].map(quote), { type: 'picture', image, words: 'A study' }],
      });
      await field('sections').locator('.element-words', { hasText: 'A study' }).waitFor();
      await blocks().nth(3).locator('img.element-picture').waitFor();
      await field('sections').locator('.element-body').first().waitFor({ state: 'detached' });
      await blocks().nth(1).locator('.element-toggle').click();
      assert.equal(await blocks().nth(1).locator('input').first().inputValue(), 'two');
      await field('sections').getByRole('button', { name: 'Open all' }).click();
      assert.equal(await field('sections').locator('.element-body').count(), 4);
    });

    it('picks one to insert between two others, and is left in it', async () => {
      const id = await edit({ sections: ['first', 'last'].map(quote) });
      await blocks().nth(1).locator('.element-between').click({ force: true });
      const picker = field('sections').locator('.element-picker');
      assert.deepEqual(await picker.getByRole('button').allInnerTexts(), ['Quote', 'Picture', 'Prose']);
      await page.keyboard.press('Escape');
      await picker.waitFor({ state: 'detached' });
      await blocks().nth(1).locator('.element-between').click({ force: true });
      await page.keyboard.press('Enter');
      await blocks().nth(2).waitFor();
      await page.keyboard.type('between');
      await save();
      assert.deepEqual(
        (await stored(id)).sections.map(({ words }) => words),
        ['first', 'between', 'last'],
      );
    });

    it('copies one to another record, where it fits', async () => {
      await edit({ sections: [quote('carried')] });
      await blocks().first().hover();
      await field('sections')
        .getByRole('button', { name: /^Copy to another/ })
        .click();
      const id = await root().make('/v1/artwork', { title: 'Other' });
      await page.locator('.record-back').click();
      await page.locator('.grid-link', { hasText: 'Other' }).click();
      await page.locator('.record-bar h1', { hasText: 'Other' }).waitFor();
      await field('sections').getByRole('button', { name: 'Add a block' }).click();
      await field('sections').getByRole('button', { name: 'Paste: Quote' }).click();
      await save();
      assert.deepEqual(
        (await stored(id)).sections.map(({ words }) => words),
        ['carried'],
      );
    });

    it('sees a closed one open where something in it is wrong', async () => {
      await edit({ sections: ['a', 'b', 'c', 'd'].map(quote) });
      await blocks().nth(2).locator('.element-toggle').click();
      await blocks().nth(2).locator('input').first().fill('');
      await blocks().nth(2).locator('.element-toggle').click();
      await field('sections').locator('.element-body').waitFor({ state: 'detached' });
      await formPage(page).save();
      await blocks().nth(2).locator('.element-body .problem').waitFor();
    });
  });

  it('undoes and redoes by keys, across fields and lists', async () => {
    const id = await edit({ hours: [{ day: 'mon', opens: '09:00' }], body: '<p>Old</p>' });
    const form = formPage(page);
    await form.input('title').fill('Changed');
    await field('hours').locator('tbody tr').first().hover();
    await field('hours').getByRole('button', { name: 'Remove: Item 1' }).click();
    await field('body').locator('.ProseMirror').fill('New');
    const undo = () => page.keyboard.press('Control+z');
    await undo();
    await field('body').locator('.ProseMirror', { hasText: 'Old' }).waitFor();
    await undo();
    await field('hours').locator('tbody tr').first().waitFor();
    await undo();
    assert.equal(await form.input('title').inputValue(), 'Nested');
    await form.keepsFocus('[data-field=title] input');
    await form.told('No unsaved changes');
    await page.getByRole('button', { name: 'Redo (Ctrl Y)' }).click();
    assert.equal(await form.input('title').inputValue(), 'Changed');
    await page.keyboard.press('Control+y');
    await field('hours').locator('tbody tr').first().waitFor({ state: 'detached' });
    await save();
    const { title, hours } = await stored(id);
    assert.deepEqual([title, hours], ['Changed', []]);
  });

  it('of a hundred groups with texts, only the editors in sight are made', async () => {
    const talk = { about: '<p>About</p>', speaker: '<p>Speaker</p>', notes: '<p>Notes</p>' };
    const id = await root().make('/v1/artist', {
      name: 'Speaks',
      talks: Array.from({ length: 100 }, () => talk),
    });
    await go(`/collections/artist/${id}`);
    await field('talks').locator('.nested-element').nth(99).waitFor();
    assert.equal(await page.locator('.ProseMirror').count(), 0);
    await field('talks').getByRole('button', { name: 'Open all' }).click();
    await field('talks').locator('.ProseMirror').first().waitFor();
    const made = await page.locator('.ProseMirror').count();
    assert.ok(made < 30, `${made} of 300 editors are there`);
    const last = field('talks').locator('.nested-element').nth(99);
    assert.equal(await last.locator('.element-body').count(), 0);
    await last.scrollIntoViewIfNeeded();
    await last.locator('.element-body textarea, .element-body .ProseMirror').first().focus();
    await page.locator('.ProseMirror:focus').waitFor();
    await page.keyboard.type('Typed ');
    await formPage(page).save();
    await formPage(page).told('Saved');
    const { talks } = (await root().read(`/v1/artist/${id}`)) as unknown as { talks: (typeof talk)[] };
    assert.match(talks[99]?.about ?? '', /Typed/);
  });
});

interface Stored {
  readonly title: string;
  readonly hours: readonly { readonly day: string; readonly opens: string }[];
  readonly sections: readonly { readonly words: string }[];
}

/** Pastes a text, as from the clipboard. */
async function paste(target: ReturnType<Page['locator']>, text: string): Promise<void> {
  await target.focus();
  await target.evaluate((input, pasted) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as PageScope;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }) as never,
    );
  }, text);
}

interface PageScope {
  readonly DataTransfer: new () => { setData(type: string, text: string): void };
  readonly ClipboardEvent: new (name: string, options: object) => object;
}
