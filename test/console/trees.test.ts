// Takes long: a browser moves records of trees by mouse and by keyboard.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { keptIn } from '../support/browser/kept-edits.ts';
import { until } from '../support/until.ts';

const trees = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/trees' });

let opened: ConsolePage | undefined;
/** Signed in once for all tests, each of which loads the page anew. */
async function view(): Promise<ConsolePage> {
  assert.ok(trees);
  if (opened) return opened;
  opened = await trees.open();
  await opened.go('/');
  await signIn(opened.page);
  return opened;
}

/** News holds World, which holds Asia and Europe; Sport holds nothing. */
async function pages() {
  assert.ok(trees);
  const { app } = trees;
  for (const { id } of await app.root.list('/v1/page?sort=-id&count=100'))
    await app.root.done(`DELETE /v1/page/${id}`);
  const make = (title: string, parent: number | null = null) => app.root.make('/v1/page', { title, parent });
  const news = await make('News');
  const sport = await make('Sport');
  const world = await make('World', news);
  const asia = await make('Asia', world);
  await make('Europe', world);
  const { page, go, faults } = await view();
  await go('/collections/page?as=tree');
  await page.locator('.tree-row').nth(1).waitFor();
  return { app, page, go, faults, ids: { news, sport, world, asia } };
}

const outline = (page: Page) =>
  page
    .locator('.tree-row')
    .evaluateAll((records) =>
      records.map(
        (record) =>
          `${'-'.repeat(Number(record.getAttribute('aria-level')) - 1)}${record.querySelector('a')?.textContent}`,
      ),
    );
const record = (page: Page, title: string) =>
  page.locator('.tree-row', { has: page.getByText(title, { exact: true }) });

async function parentOf(id: number): Promise<number | null> {
  assert.ok(trees);
  return (await trees.app.root.read<{ parent: number | null }>(`/v1/page/${id}`)).parent;
}

describe('a picker of records', { skip: whyNoBrowser }, () => {
  it('reads on beyond its first records, and tells records of the same title apart', async () => {
    assert.ok(trees);
    const { app } = trees;
    const ids: number[] = [];
    for (let at = 0; at < 25; at += 1) ids.push(await app.root.make('/v1/page', { title: 'Namesake' }));
    const { page, go } = await view();
    await go('/collections/page/new');
    await page.locator('[data-field=parent] [role=combobox]').fill('Namesake');
    const found = page.locator('.menu-item .picker-id');
    await until(async () => (await found.count()) === 20);
    await page.locator('.menu-more').click();
    await until(async () => (await found.count()) === 25);
    assert.deepEqual(
      (await found.allTextContents()).map(Number).toSorted((a, b) => a - b),
      ids,
    );
  });
});

describe('a collection shown as a tree', { skip: whyNoBrowser }, () => {
  it('reads a branch once it is opened, and no records besides', async () => {
    const { page, faults } = await pages();
    assert.deepEqual(await outline(page), ['News', 'Sport']);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/v1/')) asked.push(search); // the page may still load parts of itself
    });
    await record(page, 'News').focus();
    await page.keyboard.press('ArrowRight');
    await record(page, 'World').waitFor();
    assert.deepEqual(await outline(page), ['News', '-World', 'Sport']);
    assert.equal(asked.length, 2, asked.join(' '));
    assert.equal(await record(page, 'Sport').getAttribute('aria-expanded'), null);
    assert.deepEqual(faults, { console: [], foreign: [] });
  });

  it('moves records by keys: among others, under the record above, and out again', async () => {
    const { page, ids } = await pages();
    await record(page, 'Sport').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await until(async () => (await outline(page)).join() === 'Sport,News');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowRight');
    await until(async () => (await parentOf(ids.sport)) === ids.news);
    assert.deepEqual(await outline(page), ['News', '-World', '-Sport']);
    assert.equal(await page.locator('.tree-row:focus a').textContent(), 'Sport');
    await page.keyboard.press('Alt+ArrowLeft');
    await until(async () => (await parentOf(ids.sport)) === null);
    assert.deepEqual(await outline(page), ['News', '-World', 'Sport']);
  });

  it('moves a branch by dragging, with a way back, and never below itself', async () => {
    const { page, ids } = await pages();
    const drag = async (from: string, to: string) => {
      const [grip, over] = [
        await record(page, from).locator('.tree-grip').boundingBox(),
        await record(page, to).boundingBox(),
      ];
      assert.ok(grip && over);
      await page.mouse.move(grip.x + 8, grip.y + 12);
      await page.mouse.down();
      await page.mouse.move(over.x + 60, over.y + over.height / 2, { steps: 3 });
    };
    await record(page, 'News').click();
    await record(page, 'World').waitFor();
    await drag('News', 'World');
    assert.equal(await page.locator('.tree-row.is-on').count(), 0);
    await page.mouse.up();
    await drag('World', 'Sport');
    await page.locator('.tree-row.is-on').waitFor();
    await page.mouse.up();
    await until(async () => (await parentOf(ids.world)) === ids.sport);
    assert.deepEqual(await outline(page), ['News', 'Sport', '-World']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await parentOf(ids.world)) === ids.news);
  });

  it('moves to another parent and place by one request, unless somebody moved the record first', async () => {
    const { app, page, ids } = await pages();
    await record(page, 'News').click();
    await record(page, 'World').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET')
        sent.push(`${request.method()} ${request.headers()['if-match'] !== undefined}`);
    });
    await record(page, 'World').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await until(async () => (await parentOf(ids.world)) === null);
    const order = await app.root.list<{ title: string }>('/v1/page?filter[parent][null]=true&sort=place');
    assert.deepEqual(
      order.map(({ title }) => title),
      ['News', 'World', 'Sport'],
    );
    await until(async () => sent.length > 0); // the browser tells of its requests a little later
    assert.deepEqual(sent, ['POST true']);
    await app.root.done(`PATCH /v1/page/${ids.sport}`, { parent: ids.world });
    await record(page, 'Sport').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.locator('.toast', { hasText: 'Sport stays where it was' }).waitFor();
    assert.equal(await parentOf(ids.sport), ids.world);
    await app.root.done(`PATCH /v1/page/${ids.sport}`, { parent: null });
  });

  it('makes a record under another one', async () => {
    const { app, page } = await pages();
    await record(page, 'Sport').focus();
    await page.getByRole('link', { name: 'New child: Sport' }).click();
    await page.locator('[data-field=title] input').fill('Football');
    await page.locator('[data-field=parent]', { hasText: 'Sport' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.waitForURL(/page\/\d+$/);
    await until(async () => {
      const found = await app.root.list<{ parent: number }>('/v1/page?filter[title][eq]=Football');
      const { title } = found[0] ? await app.root.read(`/v1/page/${found[0].parent}`) : { title: '' };
      return title === 'Sport';
    });
  });

  it('keeps nothing of a new record below another that nobody typed into', async () => {
    const { page } = await pages();
    await record(page, 'Sport').focus();
    await page.getByRole('link', { name: 'New child: Sport' }).click();
    await page.locator('[data-field=parent]', { hasText: 'Sport' }).waitFor();
    await page.goBack();
    await record(page, 'Sport').waitFor();
    await page.locator('.sidebar-link').first().click();
    await page.locator('.tile').first().waitFor();
    assert.equal(await keptIn(page), '[]');
  });

  it('shows a new record that is opened again with the parent that was chosen since', async () => {
    const { page } = await pages();
    await record(page, 'Sport').focus();
    await page.getByRole('link', { name: 'New child: Sport' }).click();
    const parent = page.locator('[data-field=parent]');
    await parent.getByRole('button', { name: /^Clear/ }).click();
    await page.locator('[data-field=title] input').fill('Weather');
    await page.goBack();
    await record(page, 'Sport').waitFor();
    await page.goForward();
    await until(async () => (await page.locator('[data-field=title] input').inputValue()) === 'Weather');
    assert.equal(await parent.getByRole('button', { name: /^Clear/ }).count(), 0);
  });

  it('puts a record under any other by a dialog, and tells why not', async () => {
    const { page, ids } = await pages();
    await record(page, 'News').click();
    await record(page, 'World').waitFor();
    const ask = async (title: string) => {
      await page.getByRole('button', { name: 'Move under…' }).click();
      await page.locator('dialog [role=combobox]').fill(title);
      await page.getByRole('option', { name: title }).click();
      await page.locator('dialog [type=submit]').click();
    };
    await ask('Asia');
    await page.locator('dialog .problem', { hasText: /below itself/ }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await parentOf(ids.news), null);
    await record(page, 'World').focus();
    await ask('Sport');
    await until(async () => (await parentOf(ids.world)) === ids.sport);
  });

  it('shows what stands above a record in its form', async () => {
    const { page, go, ids } = await pages();
    await go(`/collections/page/${ids.asia}`);
    await page.locator('.tree-path a').first().waitFor();
    assert.deepEqual(await page.locator('.tree-path a').allTextContents(), ['News', 'World']);
  });
});
