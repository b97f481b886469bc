// Takes long: a browser shows lists as galleries, boards, calendars and maps.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import { studioSite } from '../support/browser/studio-site.ts';

const site = whyNoBrowser ? undefined : await studioSite();
const TILES = 'https://tiles.example/{z}/{x}/{y}.png';
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOARD = '/collections/piece?as=board&by=stage';

describe('a list in another layout', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  before(async () => {
    ({ page, go } = await opened().open());
    const member = await opened().app.person();
    await go('/');
    await signIn(page, member.username, member.password);
  });

  it('is chosen in a menu, and kept in a view', async () => {
    await go('/collections/piece');
    await page.locator('.layout-button').click();
    assert.deepEqual(await page.locator('.layout-menu .button').allInnerTexts(), [
      'Table',
      'Gallery: Picture',
      'Board: Stage',
      'Calendar: Shown at',
      'Calendar: Due',
      'Map: Place',
    ]);
    await page.locator('.layout-menu').getByText('Board: Stage').click();
    await page.locator('.board').waitFor();
    await page.locator('.views-button').click();
    await page.locator('.views-form input').fill('Stages');
    await page.locator('.views-form').getByRole('button', { name: 'Save' }).click();
    await page.locator('.views-name', { hasText: 'Stages' }).waitFor();
    await go('/collections/piece');
    await page.locator('.views-button').click();
    await page.locator('.views-name', { hasText: 'Stages' }).click();
    await lane('Planned').getByText('Odd').waitFor();
  });

  it('is a view of the project, which nobody removes and everybody may copy', async () => {
    await go('/collections/piece');
    await page.locator('.views-button').click();
    const line = page.locator('.views-menu li', { hasText: 'Work' });
    await line.getByText('Project').waitFor();
    assert.equal(await line.getByRole('button').count(), 0);
    await line.locator('.views-name').click();
    await lane('Planned').getByText('Odd').waitFor();
    assert.equal(await card('Sold').count(), 0);
    await page.locator('.views-button').click();
    await page.locator('.views-form input').fill('My work');
    await page.locator('.views-form').getByRole('button', { name: 'Save' }).click();
    await page.locator('.views-name', { hasText: 'My work' }).click();
    await lane('Planned').getByText('Odd').waitFor();
    assert.equal(await card('Sold').count(), 0);
  });

  it('is the first look of a list, which one leaves and finds again', async () => {
    const { root } = opened().app;
    for (const word of ['art', 'boats', 'crafts']) await root.make('/v1/theme', { word });
    const words = () => page.locator('.grid-row a').allInnerTexts();
    await go('/collections/theme');
    await page.locator('.grid-row a').first().waitFor();
    assert.deepEqual(await words(), ['boats', 'art']);
    await page.locator('.views-button').click();
    await page.locator('.views-name[aria-current]', { hasText: 'Early words' }).waitFor();
    await go('/collections/theme?as=table');
    await page.getByText('crafts').waitFor();
    await page.locator('.views-button').click();
    await page.locator('.views-name', { hasText: 'Early words' }).click();
    await page.getByText('crafts').waitFor({ state: 'detached' });
    assert.deepEqual(await words(), ['boats', 'art']);
  });

  it('says so where it cannot be', async () => {
    await go('/collections/piece?as=board&by=nothing');
    await page.getByRole('button', { name: 'Table' }).click();
    await page.locator('.grid').waitFor();
  });

  describe('a board', () => {
    it('changes the choice of a card that is dragged, and takes it back', async () => {
      await go(BOARD);
      await card('Odd').dragTo(page.locator('.board-lane', { has: lane('Begun') }));
      await lane('Begun').getByText('Odd').waitFor();
      await saved('Odd', 'Begun');
      assert.equal((await piece('Odd')).stage, 'begun');
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).first().click();
      await lane('Planned').getByText('Odd').waitFor();
      assert.equal((await piece('Odd')).stage, 'planned');
    });

    it('moves a card by keys', async () => {
      await go(BOARD);
      await page.getByLabel('Move Odd to').selectOption('Begun');
      await lane('Begun').getByText('Odd').waitFor();
      await saved('Odd', 'Begun');
      await page.getByLabel('Move Odd to').selectOption('Planned');
      await lane('Planned').getByText('Odd').waitFor();
      await saved('Odd', 'Planned');
    });

    it('offers no move of what may not be changed', async () => {
      await go(BOARD);
      await card('Sold').waitFor();
      assert.equal(await card('Sold').getAttribute('draggable'), 'false');
      assert.equal(await page.getByLabel('Move Sold to').count(), 0);
    });

    it('puts a card back that somebody else has moved meanwhile', async () => {
      await go(BOARD);
      await card('Heron').waitFor();
      await root().done('PATCH /v1/piece/1', { stage: 'sold' });
      await page.getByLabel('Move Heron to').selectOption('Planned');
      await page.locator('.toast', { hasText: 'Heron stays where it was' }).waitFor();
      await lane('sold').getByText('Heron').waitFor();
      assert.equal((await piece('Heron')).stage, 'sold');
      await root().done('PATCH /v1/piece/1', { stage: 'begun' });
    });

    it('publishes a draft, and takes it offline', async () => {
      await go('/collections/letter?as=board&by=publication');
      await page.getByLabel('Move Second to').selectOption('Published');
      await lane('Published').getByText('Second').waitFor();
      await saved('Second', 'Published');
      assert.equal((await opened().app.nobody.get('/v1/letter/2')).status, 200);
      assert.deepEqual(await page.getByLabel('Move Third to').locator('option').allInnerTexts(), [
        'Move to…',
        'Published',
      ]);
      await page.getByLabel('Move Second to').selectOption('Draft');
      await lane('Draft').getByText('Second').waitFor();
      await saved('Second', 'Draft');
      assert.equal((await opened().app.nobody.get('/v1/letter/2')).status, 404);
    });
  });

  it('a gallery shows pictures', async () => {
    await go('/collections/piece?as=gallery&by=picture');
    const picture = page.locator('.card-record', { hasText: 'Heron' }).locator('img');
    await picture.waitFor();
    assert.ok((await picture.evaluate((one: { naturalWidth: number }) => one.naturalWidth)) > 0);
    assert.equal(await page.locator('.gallery-none').count(), 2);
  });

  it('a calendar shows moments on their days, month by month', async () => {
    await go('/collections/piece?as=calendar&by=due&month=2026-05');
    assert.deepEqual(await page.locator('.calendar-day:has(time[datetime="2026-05-20"]) a').allInnerTexts(), [
      'Heron',
      'Odd',
    ]);
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('heading', { name: 'June 2026' }).waitFor();
    await page.locator('.calendar-entry').first().waitFor({ state: 'detached' });
    assert.match(page.url(), /month=2026-06/);
  });

  it('a map shows the places in sight', async () => {
    await go('/collections/piece?as=map&by=place');
    await page.locator('.map-pin').nth(2).waitFor();
    await page.locator('.map').focus();
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('+');
    await page.getByText('0 places in sight').waitFor();
    await page.getByRole('button', { name: 'Show all places' }).click();
    await page.locator('.map-side a', { hasText: 'Heron' }).click();
    await page.locator('[data-field=title] input').waitFor();
  });

  it('a map shows the tiles of the server that the project names, and whose they are', async () => {
    const tiled = await studioSite({ mapTiles: TILES, mapCredit: '© Tile makers' });
    const other = await tiled.open();
    const asked: string[] = [];
    await other.context.route('https://tiles.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'image/png', body: TILE });
    });
    await other.go('/');
    await signIn(other.page);
    await other.go('/collections/piece?as=map&by=place');
    await other.page.getByText('© Tile makers').waitFor();
    const tile = other.page.locator('.map-tile').first();
    await tile.waitFor();
    assert.match(asked[0] ?? '', /^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/);
    assert.equal(await tile.evaluate((one: { naturalWidth: number }) => one.naturalWidth), 1);
    assert.deepEqual(other.faults.console, []);
    await other.context.close();
  });

  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const)
    it(`can be read and reached at ${width} px in ${scheme}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      for (const path of [
        BOARD,
        '/collections/piece?as=gallery&by=picture',
        '/collections/piece?as=calendar&by=shown_at&month=2026-05',
        '/collections/piece?as=map&by=place',
      ]) {
        await go(path);
        await page.locator('.layout').waitFor();
        assert.deepEqual(await accessibilityFaults(page), [], path);
        if (path !== BOARD) assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), [], path);
      }
    });

  const lane = (name: string) => page.getByRole('region', { name, exact: true });
  const card = (name: string) =>
    page.locator('.lane-cards > li', { has: page.getByRole('link', { name, exact: true }) });
  /** The server's own word: a card is in its new lane before it has answered. */
  const saved = (name: string, laneName: string) =>
    page.locator('.toast', { hasText: `${name} is now in ${laneName}` }).waitFor();
  const piece = async (title: string) => {
    const { items } = await root().read<{ items: { stage: string }[] }>(
      `/v1/piece?filter[title][eq]=${title}`,
    );
    return items[0] ?? assert.fail(`no piece ${title}`);
  };
});

const opened = () => site ?? assert.fail('no site');
const root = () => opened().app.root;
