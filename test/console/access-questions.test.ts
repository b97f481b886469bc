import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { keysOf } from '../support/records/api-keys.ts';

const SHIPS = 'Look after all ships';
const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('about access, the console', { skip: whyNoBrowser }, () => {
  let view: ConsolePage;
  let page: Page;
  before(async () => {
    assert.ok(site);
    view = await site.open();
    ({ page } = view);
    await view.go('/');
    await signIn(page);
  });
  const choice = (name: string) => page.locator(`select[name=${name}]`);
  const answer = () => page.locator('.access-verdict');

  it('explains a route, and who may ask for it', async () => {
    const reader = await app().granted('log.search');
    await view.go('/admin/access');
    await choice('about').selectOption('route');
    await answer().getByText('Anyone, not signed in · GET /cms/log').waitFor();
    await choice('route').selectOption('GET /cms/log/search');
    await answer().getByText('GET /cms/log/search').waitFor();
    await page.getByText('Route rule').waitFor();
    await page.getByRole('button', { name: `Why ${reader.username}?` }).click();
    await answer().getByText(`${reader.username} · GET /cms/log/search`).waitFor();
    await answer().getByText('Allowed').waitFor();
    await choice('about').selectOption('collection');
    await choice('collection').waitFor();
  });

  it('explains what an API key leaves of its user', async () => {
    const { owner } = await keysOf(app()).program({ read_only: true }, [await app().groupWith('ship.edit')]);
    await view.go('/admin/access?collection=ship&action=update');
    await choice('key').selectOption(`${owner.username} (key nightly)`);
    await answer().getByText(`${owner.username} (key nightly) · Change`).waitFor();
    await answer().getByText('Refused').waitFor();
    await page.getByText('Not included in the key:').waitFor();
    await choice('action').selectOption('read');
    await answer().getByText('Allowed').waitFor();
  });

  it('asks about drafts where a collection has them', async () => {
    await view.go('/admin/access?collection=notice');
    for (const action of ['drafts', 'publish']) {
      await choice('action').selectOption(action);
      await page.waitForURL(`**/admin/access?*action=${action}*`);
      await page.locator('.access-steps').first().waitFor();
    }
    await choice('collection').selectOption('ship');
    assert.equal(await choice('action').locator('option[value=publish]').count(), 0);
  });

  it('saves all that somebody may do as a table', async () => {
    const reader = await app().granted('log.search');
    await view.go(`/admin/access?user=${reader.id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export access matrix (CSV)' }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'access.csv');
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    assert.ok(lines.some((line) => line.includes('/cms/log/search') && line.includes('all')));
    assert.ok(lines.some((line) => line.includes('/cms/admin/group') && line.includes('none')));
  });

  it('shows what a membership would change, before it is given and before it ends', async () => {
    const [group, person] = [await app().groupWith('ship.edit'), await app().person()];
    const { name } = await app().root.read<{ name: string }>(`/cms/admin/group/${group}`);
    const dialog = page.getByRole('dialog', { name: 'Effect of these changes' });
    await view.go(`/admin/users/${person.id}`);
    await page.getByRole('button', { name: 'Add to a group' }).click();
    await choice('group').selectOption({ label: name });
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
    await dialog.getByText(`gains ${SHIPS}`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add to a group' }).last().press('Enter');
    await page.getByRole('button', { name: `Preview removal from ${name}` }).press('Enter');
    await dialog.getByText(`loses ${SHIPS}`).waitFor();
    await page.keyboard.press('Escape');
    const memberships = await app().root.read<{ group_id: number }[]>(
      `/cms/admin/user/${person.id}/memberships`,
    );
    assert.ok(
      memberships.some(({ group_id }) => group_id === group),
      'the preview takes nothing',
    );
    assert.deepEqual(view.faults, { console: [], foreign: [] });
  });
});

function app() {
  assert.ok(site);
  return site.app;
}
