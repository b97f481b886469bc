import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { agreeableAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { realProvider } from '../support/outside/real-provider.ts';
import { secondFactorsOf } from '../support/sign-in/second-factors.ts';
import { providerSettings, verifyAddress } from '../support/sign-in/through-provider.ts';

const site = whyNoBrowser ? undefined : await openSite();

describe('ways into the console', { skip: whyNoBrowser, concurrency: 1 }, () => {
  it('a passkey alone signs in, on pages that can use it', async () => {
    const { app, open, address, named } = opened();
    const person = await app.person();
    const { page, context } = await open({ width: 360 });
    await agreeableAuthenticator(context, page);
    await page.goto(`${named}/console/profile`);
    const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
    await byPasskey.waitFor();
    await signIn(page, person.username);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.locator('dialog input[name=passkey]').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.locator('dialog[open] .person').click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await byPasskey.focus();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Enter');
    await page.locator('.factor-passkey', { hasText: 'Laptop' }).waitFor();

    const { page: elsewhere } = await open();
    await elsewhere.goto(`${address}/console/`);
    await elsewhere.locator('.sign-in-card a').waitFor(); // the ways are known
    assert.equal(await elsewhere.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);
  });

  it('an account elsewhere is linked, signs in, signs out there too, and is unlinked', async () => {
    const { app, open, address, provider } = opened();
    const person = await app.person();
    provider.accounts.set('subject', { name: 'Gerda', email: 'gerda@company.test' });
    provider.state.who = 'subject';
    const { page } = await open();
    await page.goto(`${address}/console/profile`);
    await signIn(page, person.username);
    await page.getByRole('button', { name: 'Link The company' }).click();
    await page.locator('dialog input[name=password]').fill('wrong horse 1');
    await page.keyboard.press('Enter');
    await page.locator('dialog .problem:not(:empty)').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.locator('dialog input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const unlink = page.getByRole('button', { name: 'Unlink The company' });
    await unlink.waitFor();
    assert.equal(new URL(page.url()).search, '');

    await signOut(); // of a session that began here
    await page.getByRole('link', { name: 'Sign in with The company' }).click();
    await page.locator('.shell').waitFor();
    await signOut();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.goto(`${address}/console/profile`);
    await signIn(page, person.username);
    await unlink.click();
    await page.locator('dialog input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('No account is linked.').waitFor();

    async function signOut() {
      await page.locator('.sidebar .person').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
    }
  });
});

it('a second factor is asked for after a provider', { skip: whyNoBrowser }, async () => {
  const { app, open, address, provider } = opened();
  const { id, username, app: own } = await secondFactorsOf(app).protectedPerson();
  await app.root.done(`PUT /cms/admin/user/${id}`, { email: 'ada@company.test' });
  await verifyAddress(app, id);
  provider.accounts.set('ada', { name: 'Ada', email: 'ada@company.test', email_verified: true });
  provider.state.who = 'ada';
  const { page } = await open({ width: 360 });
  await page.goto(`${address}/console/`);
  await page.getByRole('link', { name: 'Sign in with The company' }).click();
  const code = page.locator('input[name=code]');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.locator('.problem:not(:empty)').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await code.fill(own.code());
  await page.keyboard.press('Enter');
  await page.locator('.shell').waitFor();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.locator('dialog[open] .person', { hasText: username }).waitFor();
});

function opened() {
  assert.ok(site);
  return site;
}

/** Passkeys need a domain, so the address is tried by its name as well. */
async function openSite() {
  const provider = await realProvider();
  provider.allowAllReturns();
  const oidcProviders = [
    providerSettings('company', provider.issuer, { signsOutThere: true, linksByAddress: true }),
  ];
  const made = await consoleSite({ contentDir: 'test/content/harbour', oidcProviders });
  return { ...made, provider, named: made.address.replace('127.0.0.1', 'localhost') };
}
