import assert from 'node:assert/strict';
import { it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';

const KEYS = 60;

it('a form of 200 fields opens and takes every key; how fast is printed', {
  skip: whyNoBrowser,
}, async (test) => {
  const { app, open } = await consoleSite({ contentDir: 'test/content/exhibits' });
  const id = await app.root.make('/v1/survey', { title: 'All of it', about: '<p>Long</p>' });
  const { page, go } = await open();
  await go('/');
  await signIn(page);
  // The second time its parts are there, as they are for who works with it.
  for (const path of [`/collections/survey/${id}`, `/collections/survey/${id}/history`]) await go(path);
  const opens = await page.evaluate(openForm, `/collections/survey/${id}`);
  const form = formPage(page);
  assert.ok((await page.locator('.form-field').count()) >= 200);
  await form.input('answer_101').focus();
  const paints: number[] = [];
  for (let key = 0; key < KEYS; key += 1) paints.push(await page.evaluate(paintOf, 'x'.repeat(key + 1)));
  paints.sort((one, other) => one - other);
  test.diagnostic(
    `opens in ${Math.round(opens)} ms; key to paint: 95th ${paints[Math.floor(KEYS * 0.95)]?.toFixed(1)} ms`,
  );
  assert.equal(await form.input('answer_101').inputValue(), 'x'.repeat(KEYS));
});

/** Runs in the page: the time from a click on the record's tab until all its fields are painted. */
async function openForm(path: string): Promise<number> {
  const { document, performance, requestAnimationFrame } = globalThis as unknown as PageScope;
  const begun = performance.now();
  document.querySelector(`a[href$="${path}"]`)?.click();
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    if (document.querySelectorAll('.form-field').length >= 200) return performance.now() - begun;
  }
}

/** Runs in the page: the time from a key in the field with the focus until the next frame has been painted. */
async function paintOf(text: string): Promise<number> {
  const { document, performance, requestAnimationFrame, Event } = globalThis as unknown as PageScope;
  const begun = performance.now();
  document.activeElement.value = text;
  document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - begun;
}

interface PageScope {
  readonly document: {
    readonly activeElement: { value: string; dispatchEvent(event: object): void };
    querySelector(selector: string): { click(): void } | null;
    querySelectorAll(selector: string): { readonly length: number };
  };
  readonly performance: { now(): number };
  readonly Event: new (name: string, options: object) => object;
  requestAnimationFrame(call: () => void): void;
}
