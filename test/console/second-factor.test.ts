import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { agreeableAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { PASSWORD } from '../support/fresh-app.ts';

it('a second factor is set up, and asked for at the next sign-in', { skip: whyNoBrowser }, async () => {
  const site = await consoleSite({ contentDir: 'test/content/harbour' });
  const { page, context, faults } = await site.open();
  const address = site.address.replace('127.0.0.1', 'localhost'); // passkeys need a domain
  await page.goto(`${address}/console/`);
  await signIn(page);
  await agreeableAuthenticator(context, page);
  await page.goto(`${address}/console/profile`);

  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = Secret.fromBase32(await page.locator('.factor-secret').innerText());
  await page.locator('dialog input[name=code]').fill('000000');
  await page.keyboard.press('Enter');
  await page.locator('dialog .problem:not(:empty)').waitFor();
  await page.locator('dialog input[name=code]').fill(new TOTP({ secret }).generate());
  await page.keyboard.press('Enter');
  await page.locator('.factor-codes li').first().waitFor();
  const codes = await page.locator('.factor-codes li').allInnerTexts();
  assert.equal(codes.length, 10);
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))");
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.locator('.toast-text', { hasText: 'did not allow copying' }).waitFor();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.locator('dialog input[name=passkey]').fill('Laptop');
  await page.keyboard.press('Enter');
  await page.locator('.factor-passkey', { hasText: 'Laptop' }).waitFor();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.locator('.factor-passkey').waitFor({ state: 'detached' });
  assert.deepEqual(
    faults.console.filter((line) => !/status of 4\d\d/.test(line)),
    [],
  );

  const other = await site.open();
  await other.go('/');
  await other.page.locator('input[name=username]').fill('root');
  await other.page.locator('input[name=password]').fill(PASSWORD);
  await other.page.keyboard.press('Enter');
  await other.page.locator('input[name=code]').fill(codes[0] ?? '');
  await other.page.keyboard.press('Enter');
  await other.page.locator('.shell').waitFor();
});
