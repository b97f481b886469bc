import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/secrets' });

describe('comments', { skip: whyNoBrowser }, () => {
  it('are written on a field, mention a colleague, ring the bell when they are answered, and are resolved', async () => {
    assert.ok(site);
    const { app, open } = site;
    const colleague = await app.granted('plan.read');
    await colleague.done('PUT /cms/user', { nickname: 'Mei' });
    const plan = await app.root.make('/v1/plan', { title: 'Harbour' });
    const { page, go } = await open();
    await go('/');
    await signIn(page, 'root');
    await go(`/collections/plan/${plan}`);
    const part = page.locator('.comments');
    await part.locator('.comment-new textarea').waitFor();
    await page.locator('[data-field=title] .comment-mark').click();
    await part.locator('.comment-about').waitFor();
    await page.keyboard.type('Is this right, @me');
    await part.locator('[role=option]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await part.locator('.comment-mention').filter({ hasText: '@Mei' }).waitFor();
    await page.locator('[data-field=title] .comment-mark.has-comments').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);

    const [thread] = await colleague.list<{ id: number }>(`/cms/comment?collection=plan&record_id=${plan}`);
    await colleague.make(`/cms/comment/${thread?.id}/reply`, { text: 'It is' });
    await go('/');
    await page.locator('.bell').filter({ hasText: '1' }).click();
    const told = page.locator('.bell-list li.is-unread');
    await told.filter({ hasText: 'It is' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await told.locator('a').click();
    await page.waitForURL(/\/plan\/\d+$/);
    await page.locator('.bell-count').waitFor({ state: 'detached' });
    await part.locator('.comment-text').filter({ hasText: 'It is' }).waitFor();
    await part.locator('.comment-resolve').click();
    await part.locator('.comment-thread').waitFor({ state: 'detached' });
    await page.locator('.comment-mark.has-comments').waitFor({ state: 'detached' });
    await part.locator('input[type=checkbox]').check();
    await part.locator('.comment-thread.is-resolved').waitFor();
  });

  it('stand where a field says who else is in it', async () => {
    assert.ok(site);
    const { app, open } = site;
    const plan = await app.root.make('/v1/plan', { title: 'Shared' });
    const colleague = await app.granted('plan.read');
    await colleague.done('PUT /cms/user', { nickname: 'Kai' });
    await colleague.done(`PUT /v1/plan/${plan}/presence?field=title`);
    const { page, go } = await open();
    await go('/');
    await signIn(page, 'root');
    await go(`/collections/plan/${plan}`);
    await page.locator('[data-field=title] .others-mark').filter({ hasText: 'Kai' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.locator('[data-field=title] input').focus();
    await until(async () => {
      const { items } = await colleague.done<{ items: { fields: string[] }[] }>(
        `PUT /v1/plan/${plan}/presence`,
      );
      return items.some(({ fields }) => fields.includes('title'));
    });
    await page.locator('.others-mark').waitFor({ state: 'detached' });
  });

  it('are written on a change set as well', async () => {
    assert.ok(site);
    const { app, open } = site;
    const author = await app.granted('plan.read', 'plan.create');
    const items = [{ record: 'plan', action: 'create', values: { title: 'Proposed' } }];
    const set = await author.make('/v1/change-set', { title: 'Proposal', items });
    await author.done(`POST /v1/change-set/${set}/submit`);
    await author.make(`/v1/change-set/${set}/comment`, { text: 'Please look' });
    const { page, go } = await open();
    await go('/');
    await signIn(page, 'root');
    await go(`/change-sets/${set}`);
    const part = page.locator('.set-discussion');
    await part.locator('.set-comment').filter({ hasText: 'Please look' }).waitFor();
    await part.locator('textarea').fill('I have');
    await page.keyboard.press('Control+Enter');
    await part.locator('.set-comment').filter({ hasText: 'I have' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
  });
});
