import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { isolatedProject } from '../support/isolated-project.ts';
import { keysOf } from '../support/records/api-keys.ts';

const contentDir = isolatedProject({
  counter: {
    needs: {
      collections: { book: { read: ['title'], update: ['summary'] } },
      hooks: { book: ['beforeCreate'] },
      hosts: ['api.example.com'],
      settings: ['token'],
      mails: {
        note: {
          label: 'A note',
          to: { groups: ['editors'] },
          perHour: 5,
          texts: { zh: { subject: '你好', text: '在吗' }, en: { subject: 'Hello', text: 'Are you there?' } },
        },
      },
      console: {
        totals: { kind: 'home-panel', label: { en: 'Totals', zh: '合计' } },
        score: { kind: 'cell', kinds: ['integer'], look: { show: 'progress', max: 10 } },
      },
    },
    files: { 'index.ts': 'export default {};' },
  },
});
const site = whyNoBrowser ? undefined : await consoleSite({ contentDir });

describe('plug-ins in the console', { skip: whyNoBrowser }, () => {
  let page: Page;
  before(async () => {
    assert.ok(site);
    await keysOf(site.app).serviceUser();
    const opened = await site.open();
    ({ page } = opened);
    await opened.go('/');
    await signIn(page);
    await opened.go('/admin/plugins');
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]').last();
  const state = (words: string) => page.locator('tbody tr', { hasText: words }).waitFor();

  it('one is shown with what it asks for, granted a part, paused, resumed and revoked', async () => {
    assert.ok(site);
    await state('Not granted: none of it runs.');
    for (const need of [
      'Read book: title',
      'Change book: summary',
      'Reach api.example.com',
      'Get the setting token',
      'Send the mail “A note” to the users of editors, at most 5 an hour: Hello – Are you there?',
      'Show the panel “Totals” on the overview',
      'Draw values in lists: score',
    ])
      await state(need);
    assert.deepEqual(await accessibilityFaults(page), []);
    await button('Grant counter').click();
    await dialog().getByLabel('Reach api.example.com').uncheck();
    await dialog().getByLabel('token', { exact: true }).fill('sesame');
    assert.deepEqual(await accessibilityFaults(page), []);
    await dialog().locator('button[type=submit]').click();
    await state('Granted, within the rights of robot1');
    await state('It asks for more than it was granted.');
    const { text } = await site.app.root.get('/api/cms/plugin');
    assert.match(text, /"hosts":\[\],"settings":\["token"\],"mails":\{"note".*"console":\{"totals".*"score"/);
    assert.doesNotMatch(text, /sesame/);
    await button('Pause counter').click();
    await state('Paused: writes pass without it.');
    await button('Resume counter').click();
    await state('Granted, within the rights of robot1');
    await button('Revoke the grant of counter').click();
    await dialog().locator('.button-danger').click();
    await state('Not granted: none of it runs.');
  });
});
