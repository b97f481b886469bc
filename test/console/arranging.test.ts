// Takes long: a browser puts records into their order by mouse and by keyboard.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { until } from '../support/until.ts';

const lists = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/arranged' });

async function playlists(count: number, prefix: string) {
  assert.ok(lists);
  const { app, open } = lists;
  for (const { id } of await app.root.list('/v1/playlist')) await app.root.done(`DELETE /v1/playlist/${id}`);
  const ids: number[] = [];
  for (let at = 1; at <= count; at += 1)
    ids.push(await app.root.make('/v1/playlist', { name: `${prefix} ${at}` }));
  const { page, go, faults } = await open();
  await go('/collections/playlist');
  await signIn(page);
  await page.locator('.arrange').waitFor();
  return { app, page, go, faults, ids };
}

const shown = (page: Page) => page.locator('.grid-link').allTextContents();
const told = (page: Page) => page.locator('.arrange [role=status]').textContent();

async function stored(): Promise<string[]> {
  assert.ok(lists);
  return (await lists.app.root.list<{ name: string }>('/v1/playlist?sort=place&count=100')).map(
    ({ name }) => name,
  );
}

describe('records are put into an order by hand', { skip: whyNoBrowser }, () => {
  it('by keys: a step, to an end, and to a position, each one request', async () => {
    const { page, faults } = await playlists(4, 'Key');
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/move') && sent.push(request.postData() ?? ''));
    await page.locator('.grid').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    assert.deepEqual(await shown(page), ['Key 2', 'Key 3', 'Key 1', 'Key 4']);
    assert.equal(await told(page), 'Key 1 is now number 3');
    await page.keyboard.press('Alt+End');
    await until(async () => sent.length >= 3 && (await stored()).at(-1) === 'Key 1');
    assert.equal(sent.length, 3);
    await page.getByRole('button', { name: 'Move to position…' }).click();
    await page.locator('input[name=position]').fill('2');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(await shown(page), ['Key 2', 'Key 1', 'Key 3', 'Key 4']);
    await until(async () => (await stored()).join() === 'Key 2,Key 1,Key 3,Key 4');
    assert.deepEqual(faults, { console: [], foreign: [] });
  });

  it('by dragging, with a way back in the toast', async () => {
    const { page } = await playlists(4, 'Drag');
    const grips = page.locator('.grid-grip');
    const from = await grips.nth(3).boundingBox();
    const to = await grips.nth(0).boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 8, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 2, { steps: 4 });
    await page.locator('.grid-edge').waitFor();
    await page.mouse.up();
    assert.deepEqual(await shown(page), ['Drag 4', 'Drag 1', 'Drag 2', 'Drag 3']);
    await until(async () => (await stored())[0] === 'Drag 4');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await stored()).join() === 'Drag 1,Drag 2,Drag 3,Drag 4');
    await until(async () => (await shown(page)).join() === (await stored()).join());
  });

  it('and go back to their place if the server refuses', async () => {
    const { app, page, ids } = await playlists(3, 'Gone');
    await app.root.done(`DELETE /v1/playlist/${ids[0]}`);
    await page.locator('.grid').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await until(async () => /stays where it was/.test((await told(page)) ?? ''));
    assert.deepEqual(await shown(page), ['Gone 1', 'Gone 2', 'Gone 3']);
  });

  it('each list by itself, and no record of others where that is not allowed', async () => {
    assert.ok(lists);
    const { app, open } = lists;
    const member = await app.person();
    const [one, two] = [
      await app.root.make('/v1/playlist', { name: 'One' }),
      await app.root.make('/v1/playlist', { name: 'Two' }),
    ];
    await app.root.make('/v1/track', { title: 'of root', playlist: one });
    for (const [title, playlist] of [
      ['A', one],
      ['B', two],
      ['C', one],
    ] as const)
      await member.make('/v1/track', { title, playlist });
    const { page, go } = await open();
    await go('/collections/track?sort=playlist.name,place');
    await signIn(page, member.username);
    await page.locator('.grid-grip').first().waitFor();
    assert.equal(await page.locator('.grid-grip').count(), 3);
    assert.deepEqual(await shown(page), ['of root', 'A', 'C', 'B']);
    await page.locator('.grid-row', { hasText: 'C' }).locator('.grid-cell').nth(1).click();
    await page.getByRole('button', { name: 'Move to the beginning: C' }).click();
    assert.deepEqual(await shown(page), ['C', 'of root', 'A', 'B']);
    await until(
      async () =>
        (await app.root.list<{ title: string }>(`/v1/track?sort=place&filter[playlist][eq]=${one}`))[0]
          ?.title === 'C',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await shown(page)).join() === 'of root,A,C,B');
  });

  it('on the record that they refer to, by keys and by dragging, as far as they may be moved', async () => {
    assert.ok(lists);
    const { app, open } = lists;
    const member = await app.person();
    const [list, other] = [
      await app.root.make('/v1/playlist', { name: 'Back' }),
      await app.root.make('/v1/playlist', { name: 'Elsewhere' }),
    ];
    await app.root.make('/v1/track', { title: 'of root', playlist: list });
    await app.root.make('/v1/track', { title: 'Hidden', playlist: list, is_hidden: true });
    for (const title of ['A', 'B']) await member.make('/v1/track', { title, playlist: list });
    await member.make('/v1/track', { title: 'Other', playlist: other });
    const order = async () =>
      (await app.root.list<{ title: string }>(`/v1/track?sort=place&filter[playlist][eq]=${list}`)).map(
        ({ title }) => title,
      );
    const { page, go, faults } = await open();
    await go(`/collections/playlist/${list}`);
    await signIn(page, member.username);
    const items = page.locator('.way-back .reference-item');
    await items.nth(2).waitFor();
    const told = async () => (await items.locator('.record-link').allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(await told(), ['of root', 'A', 'B']);
    assert.equal(
      await items.locator('.move-up, .move-down').count(),
      4,
      'that of root is not theirs to move',
    );
    await items.nth(0).locator('a').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await items.nth(2).locator('a').focus();
    await page.keyboard.press('Alt+ArrowUp');
    assert.deepEqual(await told(), ['of root', 'B', 'A']);
    await until(async () => (await order()).indexOf('B') < (await order()).indexOf('A'));
    await items.nth(2).dragTo(items.nth(0));
    await until(async () => (await order())[0] === 'A');
    assert.deepEqual(await told(), ['A', 'of root', 'B']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await told()).join() === 'of root,B,A');
    const back = page.locator('.way-back');
    await back.getByRole('combobox', { name: 'Order' }).selectOption('By title');
    await back.locator('.way-back-list li').first().waitFor();
    assert.equal(await items.count(), 0);
    assert.doesNotMatch(await page.locator('main').innerText(), /Hidden|Other/);
    assert.deepEqual(faults, { console: [], foreign: [] });
  });
});
