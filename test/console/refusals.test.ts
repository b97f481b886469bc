import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

it('a refusal is explained to the refused user and to readers of the log', {
  skip: whyNoBrowser,
}, async () => {
  const { app, open } = await consoleSite({ contentDir: 'test/content/harbour', language: 'en' });
  const person = await app.person();
  const own = await open({ width: 360 });
  await own.page.clock.install();
  await own.go('/admin/jobs');
  await signIn(own.page, person.username);
  await own.page.getByRole('button', { name: 'Why?' }).click();
  const why = own.page.getByRole('dialog', { name: 'Why it was refused' });
  await why.getByText('GET /cms/job').waitFor();
  assert.equal(await why.getByText(person.username).count(), 0);
  assert.deepEqual(await accessibilityFaults(own.page), []);
  await own.page.evaluate("dispatchEvent(new Event('visibilitychange'))"); // as when one comes back from another tab
  await own.page.clock.fastForward(10_000); // by then such a page asks again
  await why.getByRole('button', { name: 'Close' }).click();
  const id = await own.page.locator('.refusal code').innerText();

  const reader = await open();
  await reader.go('/admin/log');
  await signIn(reader.page);
  const lines = reader.page.locator('.admin-table tr', { hasText: person.username });
  const line = lines.filter({ hasText: /Why\?/ }).first();
  await line.getByRole('button', { name: /^Why\?/ }).press('Enter');
  await reader.page.locator('dialog dd', { hasText: 'GET /cms/job' }).waitFor();
  await reader.page.keyboard.press('Escape');
  await line.locator('button:focus').waitFor();

  await reader.page.getByRole('button', { name: 'Explain a refusal' }).click();
  await reader.page.locator('input[name=refusal]').fill('unknown');
  await reader.page.keyboard.press('Enter');
  await reader.page.locator('dialog .problem').waitFor();
  await reader.page.locator('input[name=refusal]').fill(id);
  await reader.page.keyboard.press('Enter');
  await reader.page.locator('dialog dd', { hasText: person.username }).first().waitFor();
  assert.deepEqual(await accessibilityFaults(reader.page), []);
});

it('the own page says what one may do with each collection, and what allows more', {
  skip: whyNoBrowser,
}, async () => {
  const { app, open } = await consoleSite({ contentDir: 'test/content/harbour', language: 'en' });
  const { page, go } = await open({ width: 360 });
  await go('/profile');
  await signIn(page, (await app.person()).username);
  const access = page.getByRole('region', { name: 'My access' });
  await access.getByLabel('Collection').selectOption('berth');
  await access.getByText('Delete · not allowed').waitFor();
  await access.getByText('· Keep berths').first().waitFor();
  await access.getByLabel('Collection').selectOption('call');
  await access.getByText('View · some records').waitFor();
  await access.getByText('· See all calls').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
});
