import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initiateDeviceAuthorization, pollDeviceAuthorizationGrant } from 'openid-client';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, type Viewer, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { loopbackShop } from '../support/browser/loopback-shop.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import type { Client } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import type { Person } from '../support/fresh-app.ts';

const CONTENT = { contentDir: 'test/content/library', provider: true, providerRegistration: true };

/** A server that knows its address, and a site at which its people sign in. */
async function siteWithShop() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    shop: await loopbackShop(),
    ...(await consoleSite({ ...CONTENT, publicUrl: issuer }, undefined, port)),
  };
}
const site = whyNoBrowser ? undefined : await siteWithShop();

const TEXTS = {
  en: { allow: 'Allow', refuse: 'Refuse', novels: 'read: Novel', change: 'change at once: Novel' },
  zh: { allow: '允许', refuse: '拒绝', novels: '读取：Novel', change: '修改，立即生效：Novel' },
};

interface Made {
  readonly id: number;
  readonly client_id: string;
  readonly client_secret: string | null;
}

describe('apps that act for people', { skip: whyNoBrowser }, () => {
  const opened = () => {
    assert.ok(site);
    return site;
  };
  const make = (more: object) =>
    opened().app.root.done<Made>('POST /cms/app', {
      name: 'Shop',
      redirect_uris: [opened().shop.place],
      ...more,
    });

  /** An app that asks for this, and a browser that came from its link to the page that asks. */
  async function visit(scope: string, person: Person | undefined, viewer: Viewer = {}, more: object = {}) {
    const { shop, issuer, open } = opened();
    const made = await make(more);
    await shop.use(issuer, credentialsOf(made), scope);
    const shown = await open(viewer);
    await shown.page.goto(shop.signIn);
    if (person) await signIn(shown.page, person.username);
    return { ...shown, made };
  }
  const credentialsOf = ({ client_id, client_secret }: Pick<Made, 'client_id' | 'client_secret'>) => ({
    id: client_id,
    ...(client_secret !== null && { secret: client_secret }),
  });
  const atShop = (page: Page) => page.locator('#shop').innerText();
  const appWith = (token: string): Client => opened().app.as(token);
  const problemOn = (page: Page) => page.locator('.note-bad[role=alert]').innerText();
  const wantsOn = async (page: Page) => {
    await page.locator('.app-wants').waitFor();
    return page.locator('.app-wants label').allInnerTexts();
  };

  it('are registered by an administrator, who sees the secret once', async () => {
    const { open, shop, issuer, app } = opened();
    const { page, go, context, faults } = await open();
    await go('/admin/apps');
    await signIn(page);
    await page.getByRole('button', { name: 'Register an app' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Name').fill('Bookshop');
    await dialog.getByLabel('Addresses to return to').fill('http://bookshop.test/signed-in');
    await dialog.getByLabel('It runs on a server').check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.locator('.problem', { hasText: 'use an https address' }).waitFor();
    await dialog.getByLabel('Addresses to return to').fill(shop.place);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = await dialog.getByLabel('Credentials').inputValue();
    const [, id = '', secret = ''] = /^client_id=(\S+)\nclient_secret=(\S+)$/.exec(shown) ?? [];
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: 'Bookshop' }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: 'Bookshop' }).waitFor();
    assert.ok(!(await page.content()).includes(secret));

    const person = await app.person();
    await shop.use(issuer, { id, secret }, 'openid');
    const visitor = await open();
    await visitor.page.goto(shop.signIn);
    await signIn(visitor.page, person.username);
    await visitor.page.getByRole('button', { name: 'Allow' }).click();
    assert.equal(await atShop(visitor.page), `Welcome, number ${person.id}`);
    await visitor.context.close();

    await page.reload();
    await page.getByRole('row', { name: /Bookshop.* 1/ }).waitFor();
    const token = shop.lastTokens().access_token;
    await page.getByRole('button', { name: 'Disable Bookshop' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row', { name: 'Bookshop · disabled' }).waitFor();
    assert.equal((await appWith(token).get('/api/cms/user/information')).status, 401);
    await page.getByRole('button', { name: 'Enable Bookshop' }).click();
    await page.getByRole('button', { name: 'Disable Bookshop' }).waitFor();
    await page.getByRole('button', { name: 'Delete Bookshop' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: 'Bookshop' }).waitFor({ state: 'detached' });
    assert.deepEqual(faults.foreign, []);
    await context.close();
  });

  for (const [language, scheme, width] of [
    ['en', 'light', 1440],
    ['zh', 'dark', 360],
  ] as const)
    it(`ask in words, and get what is left of it: ${language}, ${scheme}, ${width} px`, async () => {
      const { app, shop } = opened();
      const person = await app.granted('log.search');
      const scope =
        'openid profile email read:novel read:author write:novel permission:log.search offline_access';
      const { page, context, faults } = await visit(scope, person, { language, scheme, width });
      const text = TEXTS[language];
      const wants = await wantsOn(page);
      assert.equal(wants.length, 9);
      assert.ok(wants.includes(text.novels), wants.join());
      const hidden = await page
        .locator('.app-wants')
        .evaluate((list) => list.scrollHeight - list.clientHeight);
      assert.ok(hidden <= 1, `${hidden} px of the rights are hidden`);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
      await page.getByLabel(text.change).uncheck();
      await page.getByRole('button', { name: text.allow }).click();
      assert.equal(await atShop(page), `Welcome, number ${person.id}`);
      const acting = appWith(shop.lastTokens().access_token);
      assert.equal((await acting.get('/api/v1/novel')).status, 200);
      assert.equal((await acting.get('/api/v1/country?filter[name][eq]=x')).status, 200);
      assert.equal((await acting.post('/api/v1/novel', { title: 'At once' })).status, 403);
      assert.equal((await acting.get('/api/v1/diary')).status, 403);
      assert.deepEqual(faults.console, []);
      await context.close();
    });

  it('are undone and withdrawn in the profile, at once', async () => {
    const { app, shop, issuer } = opened();
    const person = await app.person();
    const { page, context } = await visit(
      'openid write:novel offline_access',
      person,
      {},
      { name: 'Writer' },
    );
    await page.getByRole('button', { name: 'Allow' }).click();
    await atShop(page);
    const acting = appWith(shop.lastTokens().access_token);
    await acting.done('POST /api/v1/novel', { title: 'By the app' });
    await person.done('POST /v1/novel', { title: 'By hand' });
    await page.goto(`${issuer}/console/profile`);
    const line = page.locator('.own-app', { hasText: 'Writer' });
    await line.getByRole('link', { name: 'Undo its changes' }).click();
    await page.getByText('Everything that one app changed since you allowed it.').waitFor();
    await page.getByRole('button', { name: 'Undo 1 change' }).click();
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    const { text } = await person.get('/api/v1/novel?count=100');
    assert.doesNotMatch(text, /By the app/);
    assert.match(text, /By hand/);
    await page.goto(`${issuer}/console/profile`);
    await line.getByRole('button', { name: 'Withdraw consent to Writer' }).click();
    await page.locator('.toast-text', { hasText: 'Writer no longer acts for you.' }).waitFor();
    await page.getByText('No app acts for you.').waitFor();
    assert.equal((await acting.get('/api/v1/novel')).status, 401);
    await context.close();
  });

  it('are refused, and nothing acts for the person', async () => {
    const { app, issuer } = opened();
    const { page, context } = await visit('openid read', await app.person(), { language: 'zh' });
    await page.getByRole('button', { name: TEXTS.zh.refuse }).click();
    assert.equal(await atShop(page), 'Refused: access_denied');
    await page.goto(`${issuer}/console/profile`);
    await page.getByText('没有应用代您行事。').waitFor();
    await context.close();
  });

  it('act for the person who is signed in when they are allowed', async () => {
    const { app, shop } = opened();
    const [first, second] = [await app.person(), await app.person()];
    const { page, context } = await visit('openid read:novel', first);
    await page.getByText(`asks to act for ${first.username}.`).waitFor();
    await page.locator('.sidebar').getByText(first.username).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, second.username);
    await page.getByText(`asks to act for ${second.username}.`).waitFor();
    assert.equal(await page.getByText(first.username, { exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Allow' }).click();
    assert.equal(await atShop(page), `Welcome, number ${second.id}`);
    await page.goto(shop.signIn);
    await page.getByText(`asks to act for ${second.username}.`).waitFor();
    await context.close();
  });

  it('are allowed by keys alone', async () => {
    const person = await opened().app.person();
    const { page, context } = await visit('openid read:novel write:novel', person);
    await page.locator('.app-wants').waitFor();
    const keys = formPage(page);
    await keys.tabTo('input[value="write:novel"]');
    await page.keyboard.press('Space');
    await keys.tabTo('.app-consent button[type=submit]');
    await page.keyboard.press('Enter');
    assert.equal(await atShop(page), `Welcome, number ${person.id}`);
    assert.doesNotMatch(String(opened().shop.lastTokens().scope), /write/);
    await context.close();
  });

  it('that registered themselves come with a warning, and without a tick to write', async () => {
    const { app, shop, issuer, open } = opened();
    const person = await app.person();
    const metadata = {
      client_name: 'Agent',
      redirect_uris: [shop.place],
      token_endpoint_auth_method: 'none',
    };
    const { body } = await app.nobody.post<{ client_id: string }>('/oauth/registration', metadata);
    await shop.use(issuer, { id: body.client_id }, 'openid write:novel');
    const { page, context } = await open();
    await page.goto(shop.signIn);
    await signIn(page, person.username);
    await page.locator('.app-warning', { hasText: 'nobody here has checked its name' }).waitFor();
    await page.getByText(`It continues at ${new URL(shop.place).host}.`).waitFor();
    assert.equal(await page.getByLabel(TEXTS.en.change).isChecked(), false);
    assert.deepEqual(await accessibilityFaults(page), []);
    await context.close();
  });

  describe('a request that nobody can answer says what to do', () => {
    for (const [what, path] of [
      ['with a slip in it', '/consent/x'],
      ['that is unknown', '/consent/abcdefghijklmnop'],
    ] as const)
      it(what, async () => {
        const { page, go, context } = await opened().open();
        await go(path);
        await signIn(page, (await opened().app.person()).username);
        assert.match(await problemOn(page), /Begin again at the app, in this browser/);
        assert.deepEqual(await accessibilityFaults(page), []);
        await context.close();
      });

    it('of another browser', async () => {
      const { app, open } = opened();
      const { page, context } = await visit('openid', undefined);
      await page.locator('input[name=username]').waitFor();
      const other = await open();
      await other.page.goto(page.url());
      await signIn(other.page, (await app.person()).username);
      assert.match(await problemOn(other.page), /No app is waiting for an answer here/);
      await Promise.all([context.close(), other.context.close()]);
    });

    for (const [what, end] of [
      [
        'that has expired',
        () =>
          opened().app.behind(
            'update quire_app_token set payload = replace(payload, ?, ?)',
            '"exp":',
            '"exp":1,"before":',
          ),
      ],
      [
        'of an app that was disabled meanwhile',
        (id: number) => opened().app.root.done(`PATCH /cms/app/${id}`, { active: false }),
      ],
    ] as const)
      it(what, async () => {
        const person = await opened().app.person();
        const { page, context, made } = await visit('openid', person);
        await page.locator('.app-wants').waitFor();
        await end(made.id);
        await page.getByRole('button', { name: 'Allow' }).click();
        assert.match(await problemOn(page), /Begin again at the app/);
        assert.equal((await person.list('/cms/user/apps')).length, 0);
        await context.close();
      });
  });

  describe('on devices without a browser', () => {
    async function begin() {
      const { shop, issuer } = opened();
      const made = await make({ name: 'Television', redirect_uris: [], uses_devices: true });
      const config = await shop.use(issuer, credentialsOf(made), '');
      return { config, begun: await initiateDeviceAuthorization(config, { scope: 'read:novel' }) };
    }

    it('are signed in by their code, which stays while the person signs in', async () => {
      const { app, open } = opened();
      const { config, begun } = await begin();
      const { page, context, faults } = await open({ width: 360 });
      await page.goto(String(begun.verification_uri_complete));
      await signIn(page, (await app.person()).username);
      const code = page.getByLabel('Code');
      assert.equal(await code.inputValue(), begun.user_code);
      assert.deepEqual(await accessibilityFaults(page), []);
      await page.getByRole('button', { name: 'Continue' }).click();
      assert.ok((await wantsOn(page)).includes(TEXTS.en.novels));
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('The device is signed in.').waitFor();
      const { access_token } = await pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
      assert.equal((await appWith(access_token).get('/api/v1/novel')).status, 200);
      assert.equal((await appWith(access_token).get('/api/v1/author')).status, 403);
      assert.deepEqual(faults, { console: [], foreign: [] });
      await context.close();
    });

    it('are refused, after a slip in the code', async () => {
      const { app, open } = opened();
      const { config, begun } = await begin();
      const { page, go, context } = await open();
      await go('/device');
      await signIn(page, (await app.person()).username);
      await page.getByLabel('Code').fill('BCDF-GHJK');
      await page.keyboard.press('Enter');
      assert.match(await problemOn(page), /No device shows this code now/);
      assert.deepEqual(await accessibilityFaults(page), []);
      await page.getByRole('button', { name: 'Enter another code' }).click();
      await page.getByLabel('Code').fill(begun.user_code.toLowerCase());
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Refuse' }).click();
      await page.getByText('The device was refused.').waitFor();
      await assert.rejects(pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 }), {
        error: 'access_denied',
      });
      await context.close();
    });
  });
});
