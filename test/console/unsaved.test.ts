// Takes long: a browser leaves pages with unsaved changes in every way.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../support/bodies.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { keptIn } from '../support/browser/kept-edits.ts';
import { watchTraffic } from '../support/browser/page-traffic.ts';
import type { Client } from '../support/client.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { until } from '../support/until.ts';

const PICTURE = {
  name: 'kept.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const opened = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/exhibits' });

describe('an edit that is not saved yet', { skip: whyNoBrowser }, () => {
  it('outlives a lost network and a closed tab, with its file, and is saved once', async () => {
    const { app, open, address } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Bell', notes: 'as it was' });
    const { page, context, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    const picture = page.locator('[data-field=picture] input[type=file]');
    await picture.waitFor({ state: 'attached' }); // its control is loaded by then
    await context.setOffline(true);
    await form.input('notes').fill('typed without a network');
    await picture.setInputFiles(PICTURE);
    await form.save();
    await form.told('No connection');
    await form.input('title').fill('Bell, later');
    await until(async () => (await keptIn(page)).includes('Bell, later'));
    await page.close();
    assert.equal((await app.root.read(`/v1/exhibit/${id}`)).notes, 'as it was');

    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(`${address}/console/collections/exhibit/${id}`);
    await until(async () => (await app.root.read(`/v1/exhibit/${id}`)).title === 'Bell, later');
    const record = await app.root.read<Shown>(`/v1/exhibit/${id}?expand=picture`);
    assert.deepEqual([record.notes, record.expanded?.picture.name], ['typed without a network', 'kept.png']);
    const items = await app.root.list<Revision>(`/v1/exhibit/${id}/history`);
    const changes = items.flatMap(({ changes: fields }) => Object.keys(fields));
    assert.equal(changes.filter((name) => name === 'notes').length, 2); // made, and changed once
    await formPage(again).told('Saved');
  });

  it('is shown although the network was lost before the page had loaded what shows it', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Horn' });
    const { page, context, go } = await open();
    const lost = context.waitForEvent('requestfailed', (asked) => asked.url().includes('UnsavedEdits'));
    await context.route(/UnsavedEdits/, (asked) => asked.abort());
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await formPage(page).input('notes').fill('not saved');
    await until(async () => (await keptIn(page)).includes('not saved'));
    await lost;
    await page.locator('.sidebar-brand').click();
    await context.unroute(/UnsavedEdits/);
    await page.locator('.kept-button').click();
    await page.locator('.kept-edits:popover-open', { hasText: 'Horn' }).waitFor();
    const width = await page.locator('.kept-edits').evaluate((list) => list.clientWidth);
    assert.ok(width > 300 && width <= 340, `${width} px: its style is there`);
  });

  it('stays in sight where another page cannot be loaded, and the reason is said', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Lute' });
    const { page, context, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    const parts = ['ToastStack', 'PaletteDialog'].map((part) =>
      page.waitForEvent('requestfinished', (asked) => asked.url().includes(`${part}-`)),
    );
    await signIn(page);
    await form.input('title').fill('Lute, strung');
    await Promise.all(parts); // they are loaded before they are needed
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Log' }).press('Enter');
    await page.locator('.toast', { hasText: 'The server cannot be reached' }).waitFor();
    assert.equal(await form.input('title').inputValue(), 'Lute, strung');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input:focus').waitFor();
  });

  it('goes through in a form that stays open, with what was typed since', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Gong', notes: 'as it was' });
    const { page, context, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.ready();
    await context.setOffline(true);
    await form.input('notes').fill('typed without a network');
    await form.save();
    await form.told('No connection');
    await form.input('title').fill('Gong, later');
    await form.told('No connection');
    await context.setOffline(false);
    await form.told('Saved');
    const record = await app.root.read(`/v1/exhibit/${id}`);
    assert.deepEqual([record.notes, record.title], ['typed without a network', 'Gong, later']);
  });

  it('of a new record is there after a closed tab, and makes one record', async () => {
    const { app, open, address } = site();
    const { page, context, go } = await open();
    const form = formPage(page);
    await go('/collections/exhibit/new');
    await signIn(page);
    await form.ready();
    await form.input('title').fill('Only once');
    await until(async () => (await keptIn(page)).includes('Only once'));
    await page.close();
    const again = await context.newPage();
    await again.goto(`${address}/console/collections/exhibit/new`);
    const later = formPage(again);
    await later.ready();
    assert.equal(await later.input('title').inputValue(), 'Only once');
    await later.save();
    await again.waitForURL(/\/collections\/exhibit\/\d+$/);
    assert.equal((await app.root.list('/v1/exhibit?q=Only%20once')).length, 1);
  });

  it('is sent once from a page without its form, also beside another one', async () => {
    const { app, open, address } = site();
    const { page, context, go } = await open();
    const form = formPage(page);
    await go('/');
    await signIn(page);
    await context.route(/exhibit\/\d+/, (asked) =>
      asked.request().method() === 'PATCH' ? asked.abort() : asked.continue(),
    );
    const ids: number[] = [];
    for (const title of ['Viola', 'Cello']) {
      const id = await app.root.make('/v1/exhibit', { title });
      ids.push(id);
      await go(`/collections/exhibit/${id}`);
      await form.input('title').fill(`${title}, tuned`);
      await form.save();
      await form.told('No connection');
    }
    await page.goto('about:blank');
    await context.unroute(/exhibit\/\d+/);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    const { settled } = watchTraffic(page, address, () => {});
    await go('/');
    for (const id of ids)
      await until(async () => / tuned$/.test(String((await app.root.read(`/v1/exhibit/${id}`)).title)));
    await until(async () => !(await keptIn(page)).includes('tuned'));
    await settled();
    assert.equal(sent.length, ids.length, sent.join('\n'));
    await context.close();
  });

  it('waits while the session has ended, and goes through once the user has signed in over it', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Drum' });
    const editor = await app.person();
    const { page, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page, editor.username);
    await form.ready();
    await form.input('title').fill('Drum, painted');
    await endSessions(editor);
    await form.save();
    await page.locator('dialog[open] input[name=password]:focus').waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await form.told('Saved');
    await form.keepsFocus('[data-field=title] input');
    assert.equal((await app.root.read(`/v1/exhibit/${id}`)).title, 'Drum, painted');
  });

  it('is not shown to another user who signs in over it, and comes back for its own', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Flute' });
    const [one, other] = [await app.person(), await app.person()];
    const { page, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page, one.username);
    await form.ready();
    await form.input('title').fill('A secret flute');
    await until(async () => (await keptIn(page)).includes('A secret flute'));
    await endSessions(one);
    await form.save();
    await page.locator('dialog[open] input[name=username]').fill(other.username);
    await page.locator('dialog[open] input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await form.told('No unsaved changes');
    assert.equal(await form.input('title').inputValue(), 'Flute');
    assert.ok(!(await page.locator('body').innerText()).includes('secret'));
    assert.equal((await app.root.read(`/v1/exhibit/${id}`)).title, 'Flute');
  });
});

describe('a form', { skip: whyNoBrowser }, () => {
  it('has no unsaved changes once what was typed is what was there', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Gong', notes: 'as it was' });
    const { page, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.told('No unsaved changes');
    await form.input('notes').fill('typed');
    await form.told('1 field changed');
    await form.input('notes').fill('as it was');
    await form.told('No unsaved changes');
  });
});

describe('a record that somebody else saved first', { skip: whyNoBrowser }, () => {
  it('takes changes of other fields without a word lost', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'Sword', notes: 'old' });
    const { page, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.ready();
    await form.input('title').fill('Short sword');
    await app.root.done(`PATCH /v1/exhibit/${id}`, { notes: 'new' });
    await form.save();
    await form.told('Saved');
    await page.getByText('Someone else changed 1 field').waitFor();
    assert.equal(await form.input('notes').inputValue(), 'new');
    const record = await app.root.read(`/v1/exhibit/${id}`);
    assert.deepEqual([record.title, record.notes], ['Short sword', 'new']);
  });

  it('shows by word where both changed one field, and writes nothing until it is chosen', async () => {
    const { app, open } = site();
    const id = await app.root.make('/v1/exhibit', { title: 'The quick brown fox', pieces: 1, notes: 'old' });
    const { page, go } = await open();
    const form = formPage(page);
    await go(`/collections/exhibit/${id}`);
    await signIn(page);
    await form.ready();
    await form.input('title').fill('The slow brown fox');
    await form.input('pieces').fill('2');
    await app.root.done(`PATCH /v1/exhibit/${id}`, { title: 'The quick brown hen', pieces: 3, notes: 'new' });
    await form.save();
    await form.told('Someone else saved first');
    const conflict = page.locator('.conflict');
    await conflict.locator('ins', { hasText: 'hen' }).first().waitFor();
    await conflict.getByText('Last saved by root').waitFor();
    const before = await app.root.read(`/v1/exhibit/${id}`);
    assert.deepEqual([before.title, before.pieces], ['The quick brown hen', 3]);

    await conflict.locator('input[name=conflict-pieces][value=mine]').check();
    await conflict.getByRole('button', { name: 'Save my choices' }).click();
    await form.told('Saved');
    const after = await app.root.read(`/v1/exhibit/${id}`);
    assert.deepEqual([after.title, after.pieces, after.notes], ['The slow brown hen', 2, 'new']);
  });
});

interface Shown {
  readonly notes: string;
  readonly expanded?: { readonly picture: { readonly name: string } };
}

/** Ends every session of a person but the one that asks. */
async function endSessions(person: Client) {
  const all = await person.read<{ id: number; current: boolean }[]>('/cms/user/sessions');
  for (const { id, current } of all) if (!current) await person.done(`DELETE /cms/user/sessions/${id}`);
}

function site() {
  assert.ok(opened);
  return opened;
}
