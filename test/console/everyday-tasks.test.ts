// Takes long: a browser does ten tasks of a day, and counts what they ask for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { readLocales } from '../../server/definitions/locales.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { type CountedHand, countedHand, type Effort } from '../support/browser/counted-hand.ts';
import type { Person } from '../support/fresh-app.ts';
import { image, upload } from '../support/records/uploads.ts';
import { until } from '../support/until.ts';

const DOCUMENTED = 'docs/reference/everyday-tasks.md';
const DAY_MS = 86_400_000;

const site = whyNoBrowser
  ? undefined
  : await consoleSite({
      contentDir: 'test/content/everyday',
      locales: readLocales('en,de') ?? [],
      keepsMails: true,
      accountUrl: 'https://site.example',
    });

describe('ten everyday tasks', { skip: whyNoBrowser }, () => {
  let page: Page;
  let go: (path: string) => Promise<void>;
  let hand: CountedHand;
  let deleter: Person | undefined;
  const counted: (Effort & { readonly task: string })[] = [];

  before(async () => {
    ({ page, go } = await opened().open());
    await go('/');
    await signIn(page);
    hand = countedHand(page);
  });
  after(() => {
    if (process.env.SHOW_TASKS) console.table(counted);
  });

  /** A task begins on the overview, and asks for as many actions as documented. */
  const task = (name: string, work: () => Promise<void>, prepare: () => Promise<void> = async () => {}) =>
    it(name, async () => {
      await prepare();
      await go('/');
      await page.locator('.home').waitFor();
      hand.begin();
      await work();
      const effort = hand.effort();
      counted.push({ task: name, ...effort });
      assert.deepEqual(effort, documented(name));
    });

  task(
    'write an article with five pictures and three relations, and schedule it',
    async () => {
      await hand.click(menu('Stories'));
      await hand.click(create());
      await hand.type(field('title').locator('input').first(), 'A day in the garden');
      await hand.type(
        field('body').locator('textarea').first(),
        'We began too late and finished in good time.',
      );
      const pictures = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(pictureFile));
      await hand.chooseFiles(field('gallery').locator('.file-choose button').first(), pictures);
      await pick('section', 'Garden');
      await pick('topics', 'spring');
      await pick('topics', 'slow');
      await field('gallery').locator('.thumbnail').nth(4).waitFor();
      await hand.press('Control+s');
      await hand.click(page.getByRole('button', { name: 'Schedule…' }));
      const dialog = page.locator('dialog[open]');
      await hand.typeParts(dialog.locator('[data-reka-date-field-segment=month]'), '010120991000a');
      await hand.click(dialog.getByRole('button', { name: 'Schedule', exact: true }));
      await dialog.waitFor({ state: 'detached' });
      const read = async () =>
        (await root().list<Record<string, unknown>>('/v1/story?version=draft&sort=-id&count=1'))[0];
      await until(async () => Number((await read())?.publish_time) > Date.now());
      const story = await read();
      assert.deepEqual(
        [story?.gallery, story?.topics].map((ids) => Array.isArray(ids) && ids.length),
        [5, 2],
      );
      assert.ok(story?.section);
    },
    async () => {
      for (const name of ['Kitchen', 'Garden', 'Workshop']) await root().make('/v1/section', { name });
      for (const name of ['spring', 'summer', 'slow']) await root().make('/v1/topic', { name });
    },
  );

  task(
    'change twenty prices',
    async () => {
      await hand.click(menu('Wares'));
      await hand.click(page.locator('.grid-head').getByText('Name'));
      await page.waitForURL(/sort=name/);
      await page.locator('.grid-row').first().getByText('Ware 01').waitFor();
      await hand.click(page.locator('.grid-row').first().locator('.grid-cell').getByText('1.00'));
      await hand.paste(Array.from({ length: 20 }, (_, at) => `${at + 1}.50`).join('\n'));
      await page.locator('.toast', { hasText: '20 records changed' }).waitFor();
      const prices = await root().list<{ price: string }>('/v1/ware?sort=name&count=20');
      assert.deepEqual(
        prices.map(({ price }) => price),
        Array.from({ length: 20 }, (_, at) => `${at + 1}.50`),
      );
    },
    async () => {
      for (let at = 1; at <= 20; at += 1)
        await root().make('/v1/ware', { name: `Ware ${String(at).padStart(2, '0')}`, price: `${at}.00` });
    },
  );

  task(
    'find out who deleted a record, and bring it back',
    async () => {
      await hand.click(menu('Wares'));
      await hand.click(page.locator('.more-button'));
      await hand.click(page.locator('.more-menu').getByText('Trash'));
      const gone = page.locator('.trash-row', { hasText: 'Ware 07' });
      await gone.getByText(deleter?.username ?? '').waitFor();
      await hand.click(gone.getByRole('button', { name: 'Restore' }));
      await gone.waitFor({ state: 'detached' });
      assert.equal((await root().list('/v1/ware?filter[name][eq]=Ware 07')).length, 1);
    },
    async () => {
      deleter = await opened().app.granted('ware.edit');
      const [ware] = await root().list<{ id: number }>('/v1/ware?filter[name][eq]=Ware 07');
      await deleter.done(`DELETE /v1/ware/${ware?.id}`);
    },
  );

  task(
    'invite five people into a group',
    async () => {
      await hand.click(page.locator('.sidebar').getByRole('link', { name: 'Users' }));
      await hand.click(page.getByRole('button', { name: 'Invite user' }));
      const dialog = page.locator('dialog[open]');
      const people = ['ada', 'bo', 'cy', 'di', 'eve'].map((name) => `${name}@home.example`);
      await hand.type(dialog.locator('textarea'), people.join('\n'));
      await hand.click(dialog.locator('input[type=checkbox]').first());
      await hand.click(dialog.locator('button[type=submit]'));
      await dialog.waitFor({ state: 'detached' });
      await page.locator('.newcomer').nth(4).waitFor();
    },
    async () => {
      await opened().app.groupWith('ware.edit');
    },
  );

  task(
    'translate an article',
    async () => {
      await hand.click(menu('Stories'));
      await hand.click(page.locator('.grid-link', { hasText: 'To be translated' }));
      await hand.click(page.locator('.language-choice [data-language=de]'));
      const german = (name: string) =>
        page.locator(`.localised-side[data-language=de] .form-field[data-field^=${name}]`);
      await hand.type(german('title').locator('input').first(), 'Ein Tag im Garten');
      await hand.type(german('summary').locator('input, textarea').first(), 'Zu spät begonnen');
      await hand.type(german('body').locator('textarea').first(), 'Wir haben zu spät begonnen.');
      await hand.press('Control+s');
      await until(async () => {
        const [story] = await root().list<{ title: string }>(
          '/v1/story?version=draft&sort=-id&count=1&locale=de',
        );
        return story?.title === 'Ein Tag im Garten';
      });
    },
    async () => {
      await root().make('/v1/story', {
        title: 'To be translated',
        summary: 'Begun late',
        body: 'We began too late.',
      });
    },
  );

  task(
    'publish thirty drafts',
    async () => {
      await hand.click(menu('Stories'));
      await hand.click(page.locator('.grid-head input[type=checkbox]'));
      await hand.click(page.locator('.selection').getByRole('button', { name: 'Publish', exact: true }));
      await page.getByText('30 done', { exact: true }).waitFor();
      assert.equal((await root().list('/v1/story?count=50')).length, 30);
    },
    async () => {
      for (const { id } of await root().list<{ id: number }>('/v1/story?version=draft&count=50'))
        await root().done(`DELETE /v1/story/${id}`);
      for (let at = 1; at <= 30; at += 1) await root().make('/v1/story', { title: `Draft ${at}` });
    },
  );

  task(
    'find where a picture is used, and replace it there',
    async () => {
      await hand.click(page.locator('.sidebar').getByRole('link', { name: 'Files' }));
      await hand.click(page.locator('a[href*="/files/"]', { hasText: 'old' }).first());
      await page.locator('.file-uses').getByText('With a picture').waitFor();
      await hand.chooseFiles(page.getByRole('button', { name: 'Upload another file' }), [
        await pictureFile('new'),
      ]);
      await hand.click(page.locator('dialog[open]').getByRole('button', { name: 'Replace in 1 record' }));
      await until(async () => {
        const [story] = await root().list<{ gallery: { name: string }[] }>(
          '/v1/story?version=draft&sort=-id&count=1&expand=gallery',
        );
        return JSON.stringify(story).includes('new');
      });
    },
    async () => {
      const [old] = await upload(opened().app, root().access, {
        key: 'file',
        name: 'old.png',
        bytes: await image(),
      });
      await root().make('/v1/story', { title: 'With a picture', gallery: [old?.id] });
    },
  );

  task('give an editor a right on one collection', async () => {
    await hand.click(page.locator('.sidebar').getByRole('link', { name: 'Permissions' }));
    await page.locator('tr', { hasText: 'Publish stories' }).locator('.grant-box input').first().waitFor();
    await hand.click(page.locator('tr', { hasText: 'Publish stories' }).locator('.grant-box input').first());
    await hand.click(page.locator('.grid-save .button-main'));
    await page.locator('.toast').waitFor();
  });

  task(
    'compare two versions, and restore one field',
    async () => {
      await hand.click(menu('Stories'));
      await hand.click(page.locator('.grid-link', { hasText: 'Third title' }));
      await hand.click(page.getByRole('link', { name: 'History' }));
      await page.locator('.time-line li').nth(2).waitFor();
      const slider = page.locator('.time-slider input[type=range]');
      const { width = 0 } = (await slider.boundingBox()) ?? {};
      await hand.click(slider, { x: width / 3, y: 4 });
      await hand.click(page.getByRole('button', { name: 'Restore: Summary' }));
      await until(async () => (await newest()).summary === 'First summary');
      assert.equal((await newest()).title, 'Third title');
    },
    async () => {
      const id = await root().make('/v1/story', { title: 'First title', summary: 'First summary' });
      await root().done(`PATCH /v1/story/${id}`, { title: 'Second title', summary: 'Second summary' });
      await root().done(`PATCH /v1/story/${id}`, { title: 'Third title' });
    },
  );

  task('answer an auditor: all changes of the price last month', async () => {
    await hand.click(page.locator('.field-changes-links').getByRole('link', { name: 'Wares' }));
    await hand.choose(page.locator('select[name=field]'), 'Price');
    const [from, to] = lastMonth();
    await hand.typeParts(day(0), from);
    await hand.typeParts(day(1), to);
    await page.waitForURL(/from=.*to=/);
    await hand.click(page.getByRole('button', { name: /Export|CSV|Download/ }));
  });

  const day = (nth: number) =>
    page.locator('.changes-tools .segments-of-date').nth(nth).locator('[data-reka-date-field-segment=month]');
  const menu = (name: string) => page.locator('.sidebar-links').getByRole('link', { name, exact: true });
  const create = () => page.locator('.list-head .button-main');
  const field = (name: string): Locator => page.locator(`.form-field[data-field=${name}]`);
  const newest = async () =>
    (
      await root().list<{ title: string; summary: string }>('/v1/story?version=draft&sort=-id&count=1')
    )[0] ?? { title: '', summary: '' };
  const pick = async (name: string, title: string) => {
    await hand.click(field(name).locator('.picker input'));
    await hand.click(page.locator('.picker-list .menu-item', { hasText: title }));
  };
});

const opened = () => site ?? assert.fail('no site');
const root = () => opened().app.root;

async function pictureFile(name: string) {
  return { name: `${name}.png`, mimeType: 'image/png', buffer: await image() };
}

/** Its first and last day, as they are typed. */
function lastMonth(): [from: string, to: string] {
  const now = new Date();
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - DAY_MS);
  const [month, year] = [String(last.getUTCMonth() + 1).padStart(2, '0'), last.getUTCFullYear()];
  return [`${month}01${year}`, `${month}${last.getUTCDate()}${year}`];
}

/** What the page of the documentation says of a task. */
function documented(task: string): Effort | undefined {
  const lines = readFileSync(DOCUMENTED, 'utf8').split('\n');
  const line = lines.find((one) => one.startsWith(`| ${task} |`));
  const [actions = 0, pages = 0, seconds = 0] = line?.split('|')[2]?.split(' · ').map(Number) ?? [];
  return line === undefined ? undefined : { actions, pages, seconds };
}
