import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { resumableUpload } from '../../server/features/files/resumable/resumable-upload.collection.ts';
import { settingsFrom } from '../../server/settings.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { image } from '../support/records/uploads.ts';
import { until } from '../support/until.ts';

const { uploadRules } = settingsFrom({
  QUIRE_SECRET: 'a secret for a test that is long enough',
  UPLOAD_MAX_FILE_BYTES: '30000000',
});
const opened = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'test/content/exhibits', uploadRules });

/** Each time another one, and large enough to arrive in pieces. */
const large = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await image('png', 1600, 1300),
});
const PIECES = '**/cms/file/upload/*';

describe('a large file', { skip: whyNoBrowser }, () => {
  it('is uploaded in pieces, also where the network fails meanwhile', async () => {
    const page = await signedIn('/files');
    const offsets: string[] = [];
    let failures = 2;
    await page.route(PIECES, (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      const offset = request.headers()['upload-offset'] ?? '';
      offsets.push(offset);
      return offset !== '0' && failures-- > 0 ? route.abort('internetdisconnected') : route.continue();
    });
    await page.locator('.files-head input').setInputFiles([await large('harbour.png')]);
    await page.locator('.file-tile', { hasText: 'harbour.png' }).waitFor();
    assert.ok(offsets.length > 4, String(offsets));
    assert.equal(offsets.filter((offset) => offset === '0').length, 1, 'it went on where it stopped');
    assert.equal(await page.locator('.upload-line').count(), 0);
  });

  it('is stopped, and nothing is left of it', async () => {
    const page = await signedIn('/files');
    await page.route(PIECES, (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await page.locator('.files-head input').setInputFiles([await large('pier.png')]);
    await until(async () => (await openUploads()) === 1);
    await page.getByRole('button', { name: 'Cancel the upload of pier.png' }).click();
    await until(async () => (await openUploads()) === 0);
    assert.equal(await page.locator('.upload-line').count(), 0);
  });

  it('is put into a field, after another one was taken away on its way', async () => {
    const page = await signedIn('/collections/exhibit/new');
    const form = formPage(page);
    await form.ready();
    let isHeld = true;
    await page.route(PIECES, (route) =>
      isHeld && route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    const picture = form.field('picture');
    await picture.locator('input[type=file]').setInputFiles(await large('first.png'));
    await picture.locator('progress').waitFor();
    await until(async () => (await openUploads()) === 1);
    await picture.getByRole('button', { name: /^Clear/ }).click();
    await until(async () => (await openUploads()) === 0);
    isHeld = false;
    await picture.locator('input[type=file]').setInputFiles(await large('second.png'));
    await picture.getByRole('link', { name: 'second.png' }).waitFor();
    assert.equal(await picture.locator('progress').count(), 0);
    assert.equal(await picture.locator('.problem').count(), 0);
  });
});

async function signedIn(path: string): Promise<Page> {
  const { page, go } = await site().open();
  await go(path);
  await signIn(page);
  return page;
}

/** How many uploads can be continued. */
async function openUploads(): Promise<number> {
  const { ownReads } = site().app.server.store;
  return (await ownReads.where(resumableUpload, (select) => select.where('file_id', 'is', null))).length;
}

function site() {
  assert.ok(opened);
  return opened;
}
