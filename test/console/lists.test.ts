// Takes long: a browser filters, sorts, picks and scrolls long lists.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ItemOf } from '../support/bodies.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { until } from '../support/until.ts';

const site = whyNoBrowser
  ? undefined
  : await consoleSite({ contentDir: 'examples/blog/content', sampleData: true });

describe('lists', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened().open());
    await go('/');
    await signIn(page);
  });

  describe('a bulk change', () => {
    it('of all records that a filter finds is checked, made and taken back', async () => {
      await go(`/collections/comment?filter=${encodeURIComponent('{"and":[["state","eq","shown"]]}')}`);
      await pickAll(1200);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.locator('.bulk-field[data-field=state] select').selectOption('held back');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator('.work', { hasText: 'All records would be changed.' }).waitFor();
      assert.equal(await shownComments(), 1200);
      await page.getByRole('button', { name: 'Change 1,200 records' }).click();
      await page.locator('.work', { hasText: 'Change of 1,200 records' }).locator('.is-done').waitFor();
      assert.equal(await shownComments(), 0);
      await page.locator('.empty').waitFor();
      await page.locator('.work').getByRole('button', { name: 'Undo' }).click();
      await page.locator('.work-state.is-undone').waitFor();
      assert.equal(await shownComments(), 1200);
    });

    it('is refused where the list holds other records by now, and tells the new number', async () => {
      await go('/collections/comment');
      await pickAll(1200);
      await root().make('/v1/comment', { article: 1, text: 'A late one' });
      await page.getByRole('button', { name: 'Delete 1,200 records' }).click();
      await page.getByText('All 1,201 records of the list selected').waitFor();
      assert.equal(await page.locator('.work').count(), 0);
      assert.equal(await shownComments(), 1201);
    });

    it('of some records tells which were left as they are, and why', async () => {
      await go('/collections/category');
      const unused = await root().make('/v1/category', { name: 'Unused' });
      await go('/collections/category');
      await page.locator('.grid-head input').check();
      await page.getByRole('button', { name: 'Delete 6 records' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.locator('.usage', { hasText: 'Article' }).waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.locator('.work', { hasText: 'Deletion of 6 records' }).locator('.is-done').waitFor();
      await page.locator('.work tbody tr').nth(4).waitFor();
      assert.equal(await page.locator('.work tbody tr').count(), 5);
      assert.equal((await root().get(`/v1/category/${unused}`)).status, 404);
    });

    it('is not offered to those who may only read, nor for records of others', async () => {
      const reader = await opened().app.person();
      const other = await opened().open();
      await other.go('/collections/category');
      await signIn(other.page, reader.username);
      await other.page.locator('.grid-link').first().waitFor();
      assert.equal(await other.page.locator('.grid-pick').count(), 0);
      await other.go('/collections/article');
      await other.page.locator('.grid-pick input').first().click();
      await other.page.getByText('You may not change or delete some of these.').waitFor();
      await other.page.context().close();
    });
  });

  describe('its place', () => {
    const top = () => page.locator('.grid').evaluate((grid: { scrollTop: number }) => grid.scrollTop);
    const list = '/collections/comment?sort=id';

    it('is in the address, and kept on return, also of a page that was loaded anew', async () => {
      await go(list);
      const scrollTo = (place: number) =>
        page.locator('.grid').evaluate((grid: { scrollTop: number }, to) => {
          grid.scrollTop = to;
        }, place);
      await page.locator('[data-row="1"]').waitFor();
      await scrollTo(400); // only then are more records read
      const height = () =>
        page.locator('.grid').evaluate((grid: { scrollHeight: number }) => grid.scrollHeight);
      await until(async () => (await height()) > 6000);
      await scrollTo(4000);
      await page.waitForURL(/[?&]at=101/);
      await page.locator('[data-row="104"]').click();
      await page.locator('.record-form').waitFor();
      await page.locator('.record-back').click();
      await page.locator('[data-row="104"]').waitFor();
      assert.ok(Math.abs((await top()) - 4000) < 2);
      await page.reload({ waitUntil: 'networkidle' });
      await page.locator('[data-row="104"]').waitFor();
      const shown = await page.locator('[data-row="101"]').boundingBox();
      assert.ok(shown && shown.y > 0 && shown.y < 400, JSON.stringify(shown));
    });

    it('is the record in the address although earlier records come before the browser draws', async () => {
      const late = await opened().open();
      await late.page.addInitScript('window.requestAnimationFrame = (draw) => setTimeout(draw, 500)');
      await late.go(`${list}&at=600`);
      await signIn(late.page);
      await late.page.locator('[data-row="600"]').waitFor();
      await late.page.context().close();
    });

    it('is at either end by one key, and at a day or a word that is typed', async () => {
      await go(list);
      await page.locator('[data-row]').first().waitFor();
      await page.locator('.grid').focus();
      await page.keyboard.press('End');
      const [last] = await root().list<{ id: number }>('/v1/comment?sort=-id&count=1');
      await page.locator(`.grid-row.is-active [data-row="${last?.id}"]`).waitFor();
      await page.keyboard.press('Home');
      await page.locator('.grid-row.is-active [data-row="1"]').waitFor();
      await go('/collections/article?sort=title');
      await page.locator('#jump').fill('The river');
      await page.keyboard.press('Enter');
      await page.locator('.grid-link', { hasText: 'The river path after' }).first().waitFor();
      await go('/collections/article?sort=published_at');
      await page.locator('#jump').fill('2025-12-01');
      await page.keyboard.press('Enter');
      await page.locator('.grid-cell', { hasText: 'Dec 1, 2025' }).first().waitFor();
    });
  });

  it('has every cell under its heading, whatever the record holds', async () => {
    await root().make('/v1/article', {
      category: 1,
      title: 'A title whose slug is longer than any column is wide',
    });
    await go('/collections/article?columns=title,slug,reading_minutes,published_at,slug,update_time');
    await page.locator('.grid-link').first().waitFor();
    const starts = (selector: string) =>
      page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
    const headings = await starts('.grid-head > div');
    const cells = await starts('.grid-body .grid-row > .grid-cell[aria-colindex]');
    for (const [index, x] of cells.entries()) assert.equal(x, headings[index % headings.length]);
  });

  it('is filtered by records that are picked by their titles', async () => {
    const [category] = await root().list<{ id: number; name: string }>('/v1/category?count=1');
    assert.ok(category);
    await go('/collections/article');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.locator('.filter-field:focus').fill('categ'); // a new condition has it
    await page.locator('.menu-item[data-highlighted]', { hasText: 'Category' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.filter-rows input').fill(category.name);
    await page.locator('.menu-item[data-highlighted]', { hasText: category.name }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.filter-row', { hasText: category.name }).waitFor();
    const found = `/v1/article?filter[category][eq]=${category.id}&total=true&count=1`;
    const { total } = await root().read<{ total: number }>(found);
    await page.getByText(`${total} records`).waitFor();
    const focused = await page.evaluate('document.activeElement.getAttribute("aria-label")');
    assert.equal(focused, `Remove: ${category.name}`);
  });

  it('exports what the list holds, in its order, with its columns', async () => {
    await go(`/collections/article?sort=-title&columns=title,status&q=Soup`);
    await page.getByRole('button', { name: 'More' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSONL' }).click();
    const path = await (await download).path();
    const lines = (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.length, 50);
    assert.deepEqual(Object.keys(lines[0]).toSorted(), ['id', 'status', 'title']);
    assert.ok(lines[0].title > lines[49].title);
  });

  describe('a view', () => {
    it('is kept for a group by its members, and for everybody by who manages views', async () => {
      const member = await opened().app.granted('article.delete');
      const other = await opened().open();
      await other.go('/collections/article?sort=title');
      await signIn(other.page, member.username);
      await other.page.getByRole('button', { name: 'Views' }).click();
      const shared = other.page.locator('.views-form select');
      await shared.locator('option').nth(1).waitFor({ state: 'attached' });
      const options = await shared.locator('option').allTextContents();
      assert.equal(options.length, 2, options.join());
      await shared.selectOption({ index: 1 });
      await other.page.locator('.views-form input').fill('By title');
      await other.page.getByRole('button', { name: 'Save' }).click();
      await other.page.locator('.views-name', { hasText: 'By title' }).waitFor();
      const [view] = await member.list<ItemOf<'GET /cms/view'>>('/cms/view?collection=article');
      assert.deepEqual([view?.scope, view?.group_id], ['group', member.groupId]);
      await other.page.context().close();

      await go('/collections/article');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.locator('.views-form option[value=everybody]').waitFor({ state: 'attached' });
    });
  });

  it('a file is uploaded, found, and deleted once nothing uses it', async () => {
    await go('/files');
    const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
    await page.locator('.files-head input').setInputFiles([
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) },
      { name: 'no.exe', mimeType: 'application/x', buffer: Buffer.from('MZ') },
    ]);
    await page.locator('.upload-line', { hasText: 'no.exe' }).locator('.problem').waitFor();
    await page.locator('.files-tools input[type=search]').fill('plan');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?]q=plan/);
    await page.locator('.file-tile', { hasText: 'plan.pdf' }).click();
    await page.getByText('Not used in anything that you may see.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.locator('.empty', { hasText: 'Nothing matches' }).waitFor();
  });

  it('who else has a record open is told in its form', async () => {
    const other = await opened().app.person();
    await other.put('/v1/article/1/presence', {});
    await go('/collections/article/1');
    await page.locator('.others-here', { hasText: other.username }).waitFor();
  });

  it('markup in a value is shown as what it is, on every page', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const id = await root().make('/v1/tag', { name });
    await root().done(`PATCH /v1/tag/${id}`, { name: `${name}!` });
    let alerts = 0;
    page.on('dialog', (dialog) => {
      alerts += 1;
      void dialog.dismiss();
    });
    for (const path of [
      '/',
      '/collections/tag',
      `/collections/tag/${id}`,
      `/collections/tag/${id}/history`,
      '/admin/log',
    ]) {
      await go(path);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(await page.locator('img[src="x"]').count(), 0, path);
    }
    await go('/collections/tag');
    await page.getByText(`${name}!`).first().waitFor();
    assert.equal(alerts, 0);
  });

  async function pickAll(count: number): Promise<void> {
    await page.locator('.grid-head input').check();
    await page.getByRole('button', { name: 'Select all records of the list' }).click();
    await page.getByText(`All ${count.toLocaleString('en')} records of the list selected`).waitFor();
  }
});

async function shownComments(): Promise<number> {
  const asked = '/v1/comment?filter[state][eq]=shown&total=true&count=1';
  return (await root().read<{ total: number }>(asked)).total;
}

function root() {
  return opened().app.root;
}

function opened() {
  assert.ok(site);
  return site;
}
