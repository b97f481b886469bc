import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults, bringAxe } from '../support/browser/axe.ts';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { typeMoment } from '../support/browser/date-picker.ts';
import { formPage } from '../support/browser/form-page.ts';

interface Ship {
  readonly built: string | null;
  readonly seen_at: number | null;
}

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('days and times are picked', { skip: whyNoBrowser, concurrency: 1 }, () => {
  let view: ConsolePage;
  let id: number;
  const root = () => site?.app.root ?? assert.fail('no site');
  const field = (name: string) => view.page.locator(`[data-field=${name}]`);
  async function save(): Promise<void> {
    const form = formPage(view.page);
    await form.told('\\d+ fields? changed');
    await form.save();
    await form.told('Saved');
  }
  const saved = () => root().read<Ship>(`/v1/ship/${id}`);

  before(async () => {
    id = await root().make('/v1/ship', { name: 'Mirror', built: '2026-05-17' });
    view = (await site?.open()) ?? assert.fail('no site');
    await bringAxe(view.context);
    await view.go(`/collections/ship/${id}`);
    await signIn(view.page);
    await formPage(view.page).ready();
  });

  it('in a calendar by keys: the focus goes in and comes back', async () => {
    const { keyboard } = view.page;
    await formPage(view.page).tabTo('[data-field=built] .date-open');
    await keyboard.press('Enter');
    await field('built').locator('.date-day[data-selected]:focus').waitFor();
    assert.deepEqual(await accessibilityFaults(view.page), []);
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await keyboard.press(key);
    await formPage(view.page).keepsFocus('[data-field=built] .date-open');
    await save();
    assert.equal((await saved()).built, '2026-05-25');
  });

  it('in another month and year, and not by Escape', async () => {
    await field('built').locator('.date-open').click();
    for (const name of ['A year back', 'A month ahead'])
      await field('built').getByRole('button', { name }).click();
    await field('built').getByText('June 2025', { exact: true }).waitFor();
    await view.page.keyboard.press('Escape');
    await field('built').locator('.date-panel').waitFor({ state: 'detached' });
    await field('built').locator('.date-open').click();
    for (const name of ['A year back', 'A month ahead'])
      await field('built').getByRole('button', { name }).click();
    await field('built').locator('.date-day:not([data-outside-view])', { hasText: /^3$/ }).click();
    await save();
    assert.equal((await saved()).built, '2025-06-03');
  });

  it('by a name, with the zone beside it; a later day keeps the time', async () => {
    await field('seen_at').locator('.date-open').click();
    await field('seen_at').getByText('Times of').waitFor();
    await field('seen_at')
      .getByRole('button', { name: /Next Monday, 9:00/ })
      .click();
    await save();
    const monday = new Date((await saved()).seen_at ?? 0);
    assert.deepEqual([monday.getDay(), monday.getHours(), monday.getMinutes()], [1, 9, 0]);
    assert.ok(monday.getTime() > Date.now());
    await field('seen_at').locator('.date-open').click();
    await field('seen_at').locator('.date-day[data-selected]').press('ArrowRight');
    await view.page.keyboard.press('Enter');
    await save();
    const next = new Date((await saved()).seen_at ?? 0);
    assert.deepEqual([next.getDay(), next.getHours()], [2, 9]);
  });

  it('in segments, each with a name', async () => {
    await typeMoment(field('seen_at'), '2031-02-03T16:05');
    await save();
    assert.equal((await saved()).seen_at, new Date(2031, 1, 3, 16, 5).getTime());
    await field('seen_at').getByRole('spinbutton', { name: 'minute' }).waitFor();
    assert.deepEqual(view.faults, { console: [], foreign: [] });
  });

  it('in Chinese too', async () => {
    const { page, go } = (await site?.open({ language: 'zh', scheme: 'dark', width: 360 })) ?? assert.fail();
    await go(`/collections/ship/${id}`);
    await signIn(page);
    await formPage(page).ready();
    const built = page.locator('[data-field=built]');
    await built.getByRole('spinbutton', { name: '年' }).waitFor();
    await built.locator('.date-open').click();
    await built.getByText('2025年6月', { exact: true }).waitFor();
    await built.getByRole('button', { name: '昨天' }).waitFor();
  });
});
