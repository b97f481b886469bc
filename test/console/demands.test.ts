import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { agreeableAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { secondFactorsOf } from '../support/sign-in/second-factors.ts';

const site = whyNoBrowser ? undefined : await openSite();

describe('what the server wants first', { skip: whyNoBrowser, concurrency: 1 }, () => {
  it('is asked for once, and what was begun goes on', async () => {
    const { app, open, address } = opened();
    const factors = secondFactorsOf(app);
    const { codes } = await factors.setUpApp(app.root);
    const codeAt = (place: number) => codes[place] ?? '';
    const [leaver, keeper] = [await app.person(), await app.person()];
    const { page, context } = await open({ width: 360 });
    await agreeableAuthenticator(context, page);
    await page.goto(`${address}/console/`);
    await page.locator('input[name=username]').fill('root');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('input[name=code]').fill(codeAt(0));
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    await page.goto(`${address}/console/profile`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.locator('dialog input[name=passkey]').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.locator('.factor-passkey', { hasText: 'Laptop' }).waitFor();

    await page.goto(`${address}/console/admin/users`);
    await page.getByRole('button', { name: `Delete ${leaver.username}` }).click();
    await factors.age(1);
    await page.locator('dialog .button-danger').click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.locator('input[name=code]:focus').fill('000000');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press('Enter');
    await proof.locator('.problem:not(:empty)').first().waitFor();
    await proof.locator('input[name=code]').fill(codeAt(1));
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: `${leaver.username} deleted` }).waitFor();
    assert.equal(await proof.count(), 0);

    await factors.age(1);
    await page.getByRole('button', { name: `New password for ${keeper.username}` }).click();
    await page.locator('input[name=new_password]').fill('another horse 2');
    await page.locator('input[name=confirm_password]').fill('another horse 2');
    await page.keyboard.press('Enter');
    await proof.locator('input[name=code]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open] .problem:not(:empty)').waitFor();
    await page.locator('input[name=confirm_password]').press('Enter');
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await page.locator('.toast', { hasText: `${keeper.username} has a new password` }).waitFor();
    assert.equal((await app.logIn(keeper.username, 'another horse 2')).status, 200);
  });

  it('is a second factor where a group needs one', async () => {
    const { open, address, member } = opened();
    const { page } = await open();
    await page.goto(`${address}/console/`);
    await signIn(page, member.username);
    const needed = page.getByRole('dialog', { name: 'Set up a second factor' });
    await needed.getByRole('button', { name: 'Set up' }).click();
    const secret = Secret.fromBase32(await page.locator('.factor-secret').innerText());
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.locator('dialog input[name=code]').fill(new TOTP({ secret }).generate());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await needed.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.tile').first().waitFor();
    assert.equal(await needed.count(), 0);
  });
});

function opened() {
  assert.ok(site);
  return site;
}

/** Passkeys need a domain, so the address has a name. */
async function openSite() {
  const factorPolicy = { groups: new Set(['Treasurers']), graceMs: 0, freshMs: 600_000 };
  const made = await consoleSite({ contentDir: 'test/content/harbour', factorPolicy });
  const { root, person } = made.app;
  const group = await root.make('/cms/admin/group', { name: 'Treasurers', info: '' });
  return { ...made, member: await person([group]), address: made.address.replace('127.0.0.1', 'localhost') };
}
