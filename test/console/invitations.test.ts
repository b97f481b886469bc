import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../support/bodies.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ keepsMails: true, accountUrl: 'https://blog.example', signUp: 'approval' });

describe('invitations', { skip: whyNoBrowser }, () => {
  it('a person is invited, finishes with the link of the mail, and the invitation can be withdrawn', async () => {
    assert.ok(site);
    const { app, open } = site;
    const { page, go } = await open();
    await go('/');
    await page.getByRole('link', { name: 'Sign up' }).waitFor();
    await signIn(page);
    await go('/admin/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const emails = page.locator('dialog[open] textarea[name=emails]');
    await emails.fill('lin@home.example\nkai@home.example, nobody; mo@home.example');
    await page.locator('dialog[open]').getByRole('button', { name: 'Send 4 invitations' }).click();
    await page.locator('dialog[open] .problem', { hasText: /\S/ }).waitFor();
    assert.equal(await emails.inputValue(), 'nobody\nmo@home.example');
    await emails.fill('mo@home.example');
    await page.locator('dialog[open]').getByRole('button', { name: 'Send the invitation' }).click();
    for (const name of ['lin', 'kai', 'mo'])
      await page.locator('.newcomer', { hasText: `${name}@home.example` }).waitFor();
    await page.getByRole('button', { name: 'Withdraw the invitation to kai@home.example' }).click();
    await page.locator('.newcomer', { hasText: 'kai@home.example' }).waitFor({ state: 'detached' });
    await app.server.store.jobs.idle();
    const sent = await app.root.list<ItemOf<'GET /cms/mail'>>('/cms/mail');
    const link = /#\S+/.exec(sent.find(({ to }) => to === 'lin@home.example')?.text ?? '')?.[0];
    await go(`/account/invitation${link}`);
    await page.locator('input[name=username]').fill('lin');
    await page.locator('input[name=nickname]').fill('Lin at Home');
    await page.locator('input[name=new_password]').fill('lin@home');
    await page.getByText('Too close to the name or address').waitFor();
    await page.locator('input[name=new_password]').fill('twelve red kites');
    await page.locator('input[name=confirm_password]').fill('twelve red kites');
    await page.locator('button[type=submit]').click();
    await page.locator('form').waitFor({ state: 'detached' });
    assert.equal((await app.logIn('lin', 'twelve red kites')).status, 200);
    const [found] = await app.root.list('/cms/admin/users?keyword=Lin%20at');
    assert.equal(found?.nickname, 'Lin at Home');
  });
});
