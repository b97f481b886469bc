import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults, bringAxe } from '../support/browser/axe.ts';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('the page of a user', { skip: whyNoBrowser, concurrency: 1 }, () => {
  let view: ConsolePage;
  const app = () => site?.app ?? assert.fail('no site');
  const card = (title: string) => view.page.locator('.card', { hasText: title });
  const idOf = async (username: string) => {
    const users = await app().root.list<{ id: number; username: string }>('/cms/admin/users');
    return users.find((one) => one.username === username)?.id ?? assert.fail(`no ${username}`);
  };

  async function openUser(username: string): Promise<void> {
    await view.go(`/admin/users/${await idOf(username)}`);
    await view.page.locator('.user-facts').waitFor();
  }

  before(async () => {
    view = (await site?.open()) ?? assert.fail('no site');
    await bringAxe(view.context);
    await view.go('/');
    await signIn(view.page);
  });

  it('says when they signed in last, what they did, and what they can do', async () => {
    const kim = await app().person();
    await kim.make('/v1/guide', { title: 'Piers of the north' });
    await openUser(kim.username);
    await view.page.locator('.user-facts', { hasText: 'Last sign-in' }).locator('time').last().waitFor();
    await card('What this user did').getByRole('link', { name: 'Piers of the north' }).waitFor();
    assert.deepEqual(await accessibilityFaults(view.page), []);
    await card('What this user can do')
      .getByRole('link', { name: 'Ship, Change: some records. Why?' })
      .click();
    await view.page.locator('.access-card').first().waitFor();
    assert.match(view.page.url(), /collection=ship&action=update&user=\d+/);
  });

  it('gives them what another user may do, and only that', async () => {
    const [model, other, helpers, masters] = await Promise.all([
      app().person(),
      app().person(),
      app().groupWith('log.search'),
      app().groupWith('ship.edit'),
    ]);
    await app().root.done(`PUT /cms/admin/user/${await idOf(model.username)}/memberships/${helpers}`, {
      until: null,
      reason: '',
    });
    assert.equal((await other.get('/cms/log/search')).status, 401);
    await openUser(other.username);
    await view.page.getByRole('button', { name: 'Same as another user' }).click();
    const dialog = view.page.locator('dialog[open]');
    const go = dialog.getByRole('button', { name: /^Add to \d groups?$/ });
    assert.equal(await go.isDisabled(), true);
    await dialog.locator('input[name=like]').fill(model.username);
    await dialog.getByText('Groups to add:').waitFor();
    await go.click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await other.get('/cms/log/search')).status, 200);
    const held = await app().root.read<{ group_id: number }[]>(
      `/cms/admin/user/${await idOf(other.username)}/memberships`,
    );
    assert.equal(
      held.some(({ group_id }) => group_id === masters),
      false,
    );
    assert.deepEqual(view.faults, { console: [], foreign: [] });
  });
});
