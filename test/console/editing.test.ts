// Takes long: a browser edits records that others change meanwhile.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { PASSWORD } from '../support/fresh-app.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const opened = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/exhibits' });

describe('an editor at the form', { skip: whyNoBrowser }, () => {
  it('writes and shows an exhibit with keys alone', async () => {
    const { app, open } = site();
    const { page, go, faults } = await open();
    const form = formPage(page);
    await go('/');
    await page.keyboard.type('root');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    await go('/collections/exhibit/new');
    await form.ready();

    await form.tabTo('[data-field=title] input');
    await page.keyboard.type('Bronze mirror');
    await page.locator('[data-field=body] .prose').waitFor();
    await form.tabTo('[data-field=body] .prose');
    await page.keyboard.type('Cast in ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('bronze');
    await form.tabTo('[data-field=keeper] input');
    await page.keyboard.type('Wu');
    await page.locator('.menu-create[data-highlighted]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] [data-field=name] input').waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('[data-field=keeper] .record-link').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await form.tabTo('[data-field=picture] .file-choose button');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'mirror.png', mimeType: 'image/png', buffer: PIXEL });
    await page.locator('[data-field=picture] .picked a').waitFor();
    await form.tabTo('[data-field=state] select');
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await form.tabTo('[data-field=on_loan] input');
    await page.keyboard.press('Space');
    await form.tabTo('[data-field=found_on] .date-segment');
    await page.keyboard.type('05172026');
    await form.save();
    await page.waitForURL(/\/collections\/exhibit\/\d+$/);

    const [record] = await app.root.list<Shown>('/v1/exhibit?expand=keeper,picture');
    assert.equal(record?.title, 'Bronze mirror');
    assert.equal(record?.body, '<p>Cast in <strong>bronze</strong></p>');
    assert.deepEqual([record?.state, record?.on_loan, record?.found_on], ['shown', true, '2026-05-17']);
    assert.deepEqual([record?.expanded.keeper.name, record?.expanded.picture.name], ['Wu', 'mirror.png']);
    assert.deepEqual(faults, { console: [], foreign: [] });
  });

  it('writes a table and a picture into a text', async () => {
    const { app, open } = site();
    const body = '<table><tbody><tr><th>Year</th><td colspan="2">1</td></tr></tbody></table>';
    const id = await app.root.make('/v1/exhibit', { title: 'Bowl', body });
    const { page, go, faults } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.ready();
    await form.field('body').locator('td').click();
    await page.getByRole('button', { name: 'Row below' }).click();
    await page.getByRole('button', { name: 'Image', description: 'Image' }).click();
    const uploaded = page.waitForResponse(/\/cms\/file$/);
    await page
      .locator('.inner-bar input[type=file]')
      .setInputFiles({ name: 'bowl.png', mimeType: 'image/png', buffer: PIXEL });
    await uploaded;
    await form.field('body').locator('.inner-bar [aria-busy]').waitFor({ state: 'detached' });
    await page.getByLabel('Description').fill('A bowl');
    await page.keyboard.press('Enter');
    await form.field('body').locator('img[alt="A bowl"]').waitFor();
    await form.save();
    await form.told('Saved');
    const text = String((await app.root.read(`/v1/exhibit/${id}`)).body);
    assert.match(text, /<th><p>Year<\/p><\/th><td colspan="2">/);
    assert.equal(text.split('<tr>').length, 3);
    assert.match(text, /<img src="[^"]+" alt="A bowl" \/>/);
    assert.deepEqual(faults, { console: [], foreign: [] });
  });

  it('is told by each field what the server has against it, and loses nothing', async () => {
    const { app, open } = site();
    const { page, go } = await open();
    const form = formPage(page);
    const id = await app.root.make('/v1/exhibit', { title: 'Vase', facts: { weight: 1.5 } });
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.ready();
    await form.input('pieces').fill('100');
    await form.input('weight').fill('1.2345');
    await form.input('contact').fill('nobody');
    await form.save();
    await form.told('Not saved: correct 3 fields');
    for (const name of ['pieces', 'weight', 'contact'])
      assert.notEqual(await form.field(name).locator('.problem').textContent(), '');
    await form.input('pieces').fill('9');
    await form.input('weight').fill('１.5');
    await form.input('contact').fill('wu@museum.example');
    await form.save();
    await form.told('Saved');
    const record = await app.root.read(`/v1/exhibit/${id}`);
    assert.deepEqual([record.pieces, record.weight, record.contact], [9, '1.500', 'wu@museum.example']);
  });

  it('writes Chinese: keys of a composition neither save, nor pick, nor close', async () => {
    const { app, open } = site();
    await app.root.make('/v1/keeper', { name: '吴芳' });
    const { page, go } = await open({ language: 'zh' });
    const form = formPage(page);
    await go('/collections/exhibit/new');
    await signIn(page);
    await form.ready();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/v1/') && !request.url().includes('dry_run'))
        writes.push(request.url());
    });
    const input = await page.context().newCDPSession(page);
    const compose = async (text: string) => {
      await input.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      for (const key of ['Enter', 'Escape', 'ArrowDown'])
        await input.send('Input.dispatchKeyEvent', {
          type: 'rawKeyDown',
          windowsVirtualKeyCode: 229,
          key,
          code: key,
        });
    };
    const commit = (text: string) => input.send('Input.insertText', { text });

    await form.input('title').focus();
    await compose('zhanpin');
    await commit('展品');
    await form.input('keeper').focus();
    await compose('wu');
    assert.equal(await form.field('keeper').locator('.record-link').count(), 0);
    await commit('吴');
    await page.locator('.menu-item[data-highlighted]', { hasText: '吴芳' }).waitFor();
    await page.keyboard.press('Enter');
    await form.field('keeper').locator('.record-link', { hasText: '吴芳' }).waitFor();
    await page.locator('[data-field=body] .prose').focus();
    await compose('qing');
    await commit('青铜');
    assert.equal(await form.input('title').inputValue(), '展品');
    assert.equal(await page.locator('[data-field=body] .prose').textContent(), '青铜');
    assert.deepEqual(writes, []);
    await form.save();
    await page.waitForURL(/\/collections\/exhibit\/\d+$/);
    const [record] = await app.root.list('/v1/exhibit?q=展品');
    assert.equal(record?.body, '<p>青铜</p>');
  });

  it('deletes, changes and takes back, without being asked', async () => {
    const { app, open } = site();
    const { page, go } = await open();
    const form = formPage(page);
    const id = await app.root.make('/v1/exhibit', { title: 'Jar', pieces: 2 });
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.ready();
    await form.input('pieces').fill('3');
    await form.save();
    await form.told('Saved');
    await page.locator('.toast', { hasText: 'Saved' }).getByRole('button', { name: 'Undo' }).click();
    await page.locator('.toast', { hasText: 'Undone' }).waitFor();
    assert.equal((await app.root.read(`/v1/exhibit/${id}`)).pieces, 2);

    await page.getByRole('button', { name: 'Delete' }).click();
    const toast = page.locator('.toast', { hasText: 'deleted' });
    await toast.waitFor();
    assert.equal((await app.root.get(`/v1/exhibit/${id}`)).status, 404);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.toast', { hasText: 'Restored' }).waitFor();
    assert.equal((await app.root.read(`/v1/exhibit/${id}`)).title, 'Jar');
  });

  it('sees what refers to a record before it goes', async () => {
    const { app, open } = site();
    const { page, go } = await open();
    const id = await app.root.make('/v1/exhibit', { title: 'Lid' });
    await app.root.make('/v1/exhibit', { title: 'Pot with a lid', shown_with: [id] });
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await formPage(page).ready();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Pot with a lid').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await app.root.get(`/v1/exhibit/${id}`)).status, 200);
  });

  it('may read but not write what a rule closes, and is told why', async () => {
    const { app, open } = site();
    const editor = await app.person();
    const id = await app.root.make('/v1/exhibit', { title: 'Ring', insured_for: 'a lot' });
    const { page, go } = await open();
    await go(`/collections/exhibit/${id}`);
    await signIn(page, editor.username);
    const form = formPage(page);
    await form.ready();
    const closed = form.field('insured_for');
    await closed.getByText('a lot').waitFor();
    assert.equal(await closed.locator('input').count(), 0);
    await closed.getByText('Insure exhibits').waitFor();
    await form.input('title').fill('Gold ring');
    await form.save();
    await form.told('Saved');
  });

  it('puts one field back to what it was, and reads the difference by word', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'A small cup', notes: 'one' });
    await app.root.done(`PATCH /v1/exhibit/${id}`, { title: 'A large cup', notes: 'two' });
    const { page, go } = await open();
    await go(`/collections/exhibit/${id}/history`);
    await signIn(page);
    const title = page.locator('.difference-row[data-field=title]');
    await title.locator('del', { hasText: 'small' }).waitFor();
    assert.match((await title.locator('.difference').textContent()) ?? '', /A .*small.*large.* cup/);
    await title.getByRole('button', { name: 'Restore: Title' }).click();
    await page.locator('.toast', { hasText: 'restored' }).waitFor();
    const record = await app.root.read(`/v1/exhibit/${id}`);
    assert.deepEqual([record.title, record.notes], ['A small cup', 'two']);
  });
});

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly state: string;
  readonly on_loan: boolean;
  readonly found_on: string;
  readonly expanded: Readonly<Record<'keeper' | 'picture', { readonly name: string }>>;
}

function site() {
  assert.ok(opened);
  return opened;
}
