import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { signIn } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { image } from '../support/records/uploads.ts';
import type { Site } from './site.ts';

const PATIENCE_MS = 60_000;

/** What people do in the console. */
export function consoleJourney({ app, url }: Site, browser: Browser): void {
  it('the console signs in, lists, edits, saves, uploads and follows changes', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
    after(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('response', (answer) => {
      if (answer.status() >= 400)
        faults.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    });
    const go = (path: string) => page.goto(`${url}/console${path}`);
    const form = formPage(page);
    const id = await app.root.make('/v1/ship', { name: 'Seen', story: `<p>${'long '.repeat(300)}</p>` });

    await go('/records/ship?sort=-id');
    await signIn(page);
    await page.locator('.grid-link', { hasText: 'Seen' }).first().click();
    await form.ready();
    await form.input('name').fill('Edited');
    await form.save();
    await form.told('Saved');
    assert.equal((await app.root.read(`/v1/ship/${id}`)).name, 'Edited');
    await form.input('name').fill('Edited again');
    await form
      .field('papers')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'papers.png',
        mimeType: 'image/png',
        buffer: await image(),
      });
    await form.field('papers').locator('.picked a').waitFor();
    await form.save();
    await page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await form.told('Saved');
    const { name, papers } = await app.root.read(`/v1/ship/${id}`);
    assert.deepEqual([name, typeof papers], ['Edited again', 'number']);

    await page.reload();
    await form.ready();
    await form.input('name').fill('After a reload');
    await app.root.done(`PATCH /v1/ship/${id}`, { name: 'By somebody else' });
    faults.push('--');
    await form.save();
    await page.locator('.record-form').getByText('By somebody else').first().waitFor();
    assert.deepEqual(
      faults.splice(0).filter((fault) => !fault.startsWith('412 PATCH')),
      ['--'],
    );
    assert.equal((await app.root.read(`/v1/ship/${id}`)).name, 'By somebody else');

    await page.goto(`${url}/docs`);
    await page.locator('.opblock-summary').first().waitFor();
  });
}
