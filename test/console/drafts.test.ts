import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { typeMoment } from '../support/browser/date-picker.ts';
import { formPage } from '../support/browser/form-page.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/drafts' });

describe('drafts in the console', { skip: whyNoBrowser }, () => {
  let editor: Page;
  let reader: Page;
  let refused: string[];
  let go: (path: string) => Promise<void>;
  let goReader: (path: string) => Promise<void>;
  let id: string;
  before(async () => {
    assert.ok(site);
    const [one, other] = [await site.open(), await site.open()];
    ({ page: editor, go } = one);
    ({ page: reader, go: goReader } = other);
    await go('/');
    await signIn(editor);
    await goReader('/');
    await signIn(reader, (await site.app.person()).username);
    refused = [];
    editor.on(
      'response',
      (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`),
    );
  });
  const bar = () => editor.locator('.draft-bar');
  const decide = (name: string) =>
    editor.locator('.record-page').getByRole('button', { name, exact: true }).click();
  const state = (name: string) => editor.locator(`.record-bar .record-state.is-${name}`).waitFor();
  const listed = async () => {
    await goReader('/collections/writer');
    await reader.locator('.list-head').waitFor();
    return reader.locator('.grid-row .grid-link').allTextContents();
  };

  it('an editor writes one, and readers see nothing of it', async () => {
    await go('/collections/writer/new');
    const form = formPage(editor);
    await form.input('name').fill('First name');
    await form.save();
    await state('draft');
    id = /writer\/(\d+)/.exec(editor.url())?.[1] ?? '';
    assert.deepEqual(await listed(), []);
    await go('/collections/writer');
    await editor.locator('.grid-row .chip', { hasText: 'Draft' }).waitFor();
  });

  it('what readers must have is marked, and a refused publication names it by its label', async () => {
    await go('/collections/essay/new');
    const form = formPage(editor);
    await editor.locator('[data-field=title] .required', { hasText: 'required to publish' }).waitFor();
    assert.equal(await editor.locator('[data-field=body] .required').count(), 0);
    await form.input('body').fill('No title yet');
    await form.save();
    await state('draft');
    await decide('Publish');
    await editor.locator('.toast-problem', { hasText: 'Title: ' }).waitFor();
    await editor.locator('[data-field=title].is-refused').waitFor();
    refused.splice(0); // the publication was to be refused
  });

  it('publishing shows it to readers, and a later edit does not', async () => {
    await go(`/collections/writer/${id}`);
    await decide('Publish');
    await state('published');
    assert.deepEqual(await listed(), ['First name']);
    const form = formPage(editor);
    await form.input('name').fill('Second name');
    await form.save();
    await state('changed');
    assert.deepEqual(await listed(), ['First name']);
  });

  it('the two are compared, and each is shown', async () => {
    await decide('Compare');
    const line = editor.locator('dialog .difference-row[data-field=name]');
    await line.locator('del', { hasText: 'First' }).waitFor();
    await line.locator('ins', { hasText: 'Second' }).waitFor();
    await editor.locator('dialog').getByRole('button', { name: 'Close' }).click();
    await bar().getByRole('link', { name: 'Published version' }).click();
    await bar().getByText('This is the published version').waitFor();
    await formPage(editor).ready();
    await editor.locator('.record-form', { hasText: 'First name' }).waitFor();
    assert.equal(await editor.locator('.state-line').count(), 0);
    await bar().getByRole('link', { name: 'Back to the draft' }).click();
    await state('changed');
    assert.equal(await formPage(editor).input('name').inputValue(), 'Second name');
  });

  it('publishing saves first what was typed; plans are made and taken back; the focus stays', async () => {
    await formPage(editor).input('name').fill('Third name');
    await decide('Publish');
    await state('published');
    assert.deepEqual(await listed(), ['Third name']);
    assert.equal(await editor.evaluate('document.activeElement.textContent.trim()'), 'Publish');
    await decide('Schedule…');
    await typeMoment(editor.locator('dialog[open]'), '2099-01-01T10:00');
    await editor.locator('dialog [type=submit]').click();
    await bar().getByText('Will be unpublished').waitFor();
    await go('/collections/writer');
    await editor.locator('.grid-row .chip', { hasText: '2099' }).waitFor();
    await go(`/collections/writer/${id}`);
    await decide('Cancel unpublishing');
    await bar().getByText('Will be unpublished').waitFor({ state: 'detached' });
    assert.deepEqual(refused, []);
  });

  it('changes are taken back, and readers can be shown nothing', async () => {
    const form = formPage(editor);
    await form.input('name').fill('A mistake');
    await form.save();
    await state('changed');
    await decide('Revert to published');
    await state('published');
    assert.equal(await form.input('name').inputValue(), 'Third name');
    await editor.keyboard.press('Tab'); // from here on by keys
    await bar().getByRole('button', { name: 'Unpublish' }).press('Enter');
    await state('draft');
    await form.ready();
    await form.keepsFocus('.draft-bar button'); // the button is gone, and so was the form for a while
    assert.deepEqual(await listed(), []);
    assert.deepEqual(refused, []);
  });

  it('what publishing lacks is told beside the field', async () => {
    const form = formPage(editor);
    await form.input('name').fill('');
    await decide('Publish');
    await form.field('name').locator('[aria-invalid=true]').waitFor();
    assert.equal(refused.length, 1);
  });

  it('readers are offered nothing that writes, and no draft', async () => {
    assert.ok(site);
    const { root } = site.app;
    const shown = await root.make('/v1/writer', { name: 'Shown' });
    await root.done(`POST /v1/writer/${shown}/publish`);
    await root.done(`PATCH /v1/writer/${shown}`, { name: 'Concealed' });
    assert.deepEqual(await listed(), ['Shown']);
    const offered = ['.list-head a', '.draft-bar', '.state-line', '.grid-pick'];
    for (const selector of offered) assert.equal(await reader.locator(selector).count(), 0, selector);
    await goReader(`/collections/writer/${shown}`);
    await reader.locator('.record-form', { hasText: 'Shown' }).waitFor();
    for (const selector of offered) assert.equal(await reader.locator(selector).count(), 0, selector);
    assert.doesNotMatch(await reader.content(), /Concealed/);
  });
});
