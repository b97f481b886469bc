import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const opened = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/harbour' });

describe('the console, where a file of a page is missing', { skip: whyNoBrowser }, () => {
  it('says so where a page cannot be loaded, and loads that of a newer console anew', async () => {
    const { page: other, go: visit } = await site().open();
    await visit('/');
    await signIn(other);
    let isGone = true;
    await other.route('**/static/ProfilePage-*.js', (route) => (isGone ? route.abort() : route.continue()));
    await other.evaluate('isTheSamePage = true');
    const follow = () => other.evaluate(`document.querySelector('.user-menu a[href$="/profile"]').click()`);
    await other.locator('.sidebar .person').click();
    await follow();
    await other.locator('.toast').waitFor();
    assert.equal(new URL(other.url()).pathname, '/console/');
    other.once('domcontentloaded', () => {
      isGone = false;
    });
    await other.evaluate(`document.querySelector('script[type=module]').src = '/console/static/older.js'`);
    await follow();
    await other.locator('.session').first().waitFor();
    assert.equal(await other.evaluate('globalThis.isTheSamePage'), undefined);
    await other.locator('.sidebar-link').first().click();
    await other.locator('.tile').first().waitFor();
    await other.route('**/static/FilesPage-*.js', (route) => route.abort());
    await other.evaluate('isTheSamePage = true'); // servers that are updated in turns answer old and new files
    await other.evaluate(`document.querySelector('script[type=module]').src = '/console/static/older.js'`);
    await other.locator('.sidebar-link[href$="/files"]').click();
    await other.locator('.toast').waitFor();
    assert.equal(await other.evaluate('globalThis.isTheSamePage'), true);
    await other.context().close();
  });

  it('shows its frame where the first page cannot be loaded', async () => {
    const { page: other, go: visit } = await site().open();
    await visit('/');
    await signIn(other);
    await other.route('**/static/ProfilePage-*.js', (route) => route.abort());
    await visit('/profile');
    await other.locator('.toast').waitFor();
    await other.locator('.sidebar-link').first().click();
    await other.locator('.tile').first().waitFor();
    await other.context().close();
  });

  it('signs out and in after the files for it have gone', async () => {
    const { page: other, go: visit } = await site().open();
    await visit('/');
    await signIn(other);
    const isLoaded = other.waitForResponse(/static\/SignInPage-.*\.js/);
    await visit('/');
    await isLoaded;
    await other.route('**/static/*.js', (route) => route.abort());
    await other.locator('.sidebar .person').click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await signIn(other);
    await other.context().close();
  });
});

function site() {
  assert.ok(opened);
  return opened;
}
