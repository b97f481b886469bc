// Takes long: for each framework it makes, installs, builds and serves a site, and drives it in a browser.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { signIn as signInToConsole, whyNoBrowser } from '../support/browser/browser.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { formPage } from '../support/browser/form-page.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import { call, PASSWORD, signIn, stop } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { openSite } from './site.ts';

const FRAMEWORKS = ['astro', 'next', 'nuxt'] as const;

/** What visitors read in each language. */
const READ = {
  en: {
    list: 'Articles',
    title: 'What to do with quinces',
    alt: 'Three yellow quinces with leaves on a green table',
    found: 'quinces',
    draft: 'Bread without haste',
    other: '中文',
  },
  zh: {
    list: '文章',
    title: '榅桲怎么吃',
    alt: '绿桌上三个带叶的黄色榅桲',
    found: '榅桲',
    draft: '不慌不忙的面包',
    other: 'English',
  },
} as const;
const LANGUAGES = ['en', 'zh'] as const;
const DRAFT = '4';
const LETTER = { subject: 'The path by the river', words: 'Is it open in March?' };

const sites = whyNoBrowser ? [] : await Promise.all(FRAMEWORKS.map(openSite));
if (whyNoBrowser) it('drives the sites in a browser', { skip: whyNoBrowser });

for (const site of sites)
  describe(`the site with ${site.framework}`, () => {
    const faults: string[] = [];
    let browser: Browser;
    let root: string;
    before(async () => {
      browser = await launchChromium();
      root = await signIn(site.server);
    });
    after(() => browser.close());

    /** A page of a browser of its own, which shows this path of the site. */
    async function open(path = '/en', options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
      const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
      page.setDefaultTimeout(120_000);
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(path.startsWith('http') ? path : site.siteUrl + path);
      return page;
    }
    const textOf = async (path: string) => {
      const answer = await fetch(site.siteUrl + path);
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
    const titles = (page: Page) => page.locator('.card h2').allInnerTexts();
    const asRoot = async (method: string, path: string, body?: object) => {
      const answer = await call(site.server, method, path, { token: root, body });
      assert.ok(answer.status < 300, JSON.stringify(answer));
      return answer.body as Record<string, unknown>;
    };
    const previewOf = async (id: string, locale: string) =>
      String((await asRoot('POST', `/api/v1/article/${id}/preview`, { locale })).page);

    it('has types that hold', async () => {
      await site.check();
    });

    for (const language of LANGUAGES)
      it(`lists articles and shows each: ${language}`, async () => {
        const { list, title, other, draft } = READ[language];
        const page = await open(`/${language}`);
        assert.equal(await page.locator('h1').innerText(), list);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        const shown = await titles(page);
        assert.deepEqual([shown.length, shown.includes(title), shown.includes(draft)], [3, true, false]);
        await page.getByRole('link', { name: title }).click();
        await page.locator('h1', { hasText: title }).waitFor();
        await page.locator('article h2').waitFor();
        await page.getByRole('link', { name: other }).click();
        const elsewhere = READ[language === 'en' ? 'zh' : 'en'];
        await page.locator('h1', { hasText: elsewhere.title }).waitFor();
      });

    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 360],
    ] as const)
      it(`can be read by everybody: ${scheme}, ${width} px`, async () => {
        const page = await open('/en', { colorScheme: scheme, viewport: { width, height: 900 } });
        for (const path of [
          '/en',
          '/en/articles/what-to-do-with-quinces',
          '/zh/search?q=雪',
          '/zh/letters',
        ]) {
          await page.goto(site.siteUrl + path);
          assert.deepEqual(await accessibilityFaults(page), [], path);
          assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), [], path);
        }
      });

    it('shows pictures in the size of their place, with their alt texts', async () => {
      for (const language of LANGUAGES)
        for (const [path, size] of [
          ['', [480, 320]],
          ['/articles/what-to-do-with-quinces', [1200, 600]],
        ] as const) {
          const page = await open(`/${language}${path}`);
          const picture = page.getByRole('img', { name: READ[language].alt });
          await picture.scrollIntoViewIfNeeded();
          await page.waitForFunction('[...document.images].every((image) => image.complete)');
          const shown = `document.querySelector('img[alt="${READ[language].alt}"]')`;
          const natural = await page.evaluate(`[${shown}.naturalWidth, ${shown}.naturalHeight]`);
          assert.deepEqual(natural, size, path);
        }
    });

    it('searches what is published, in the language of the page', async () => {
      for (const language of LANGUAGES) {
        const { found, title, draft } = READ[language];
        const page = await open(`/${language}/search`);
        await page.getByRole('searchbox').fill(found);
        await page.keyboard.press('Enter');
        await page.waitForURL(/q=/);
        assert.deepEqual(await titles(page), [title]);
        await page.getByRole('searchbox').fill(draft);
        await page.keyboard.press('Enter');
        await page.locator('main [role=status]').waitFor();
        assert.deepEqual(await titles(page), []);
      }
    });

    it('shows a draft by its link alone, and keeps it nowhere', async () => {
      assert.equal((await textOf('/en/articles/bread-without-haste')).status, 404);
      for (const language of LANGUAGES) {
        const link = await previewOf(DRAFT, language);
        const page = await open(link);
        await page.locator('h1', { hasText: READ[language].draft }).waitFor();
        const { pathname, search } = new URL(link);
        const { headers, text } = await textOf(pathname + search);
        assert.match(String(headers.get('cache-control')), /no-store/);
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.ok(text.includes(READ[language].draft));
        const forged = await textOf(`${pathname}?preview=forged`);
        assert.deepEqual([forged.status, forged.text.includes(READ[language].draft)], [404, false]);
        assert.ok(!(await textOf(`/${language}`)).text.includes(READ[language].draft));
      }
    });

    it('lets nobody but the console frame a preview', async () => {
      const policy = async (path: string) =>
        String((await textOf(path)).headers.get('content-security-policy'));
      assert.match(await policy('/en'), /frame-ancestors 'none'/);
      assert.match(await policy(`/en/preview/${DRAFT}`), new RegExp(`frame-ancestors ${site.quireUrl}`));
    });

    it('follows the form in the console, and changes nothing for readers', async () => {
      const page = await open(`${site.quireUrl}/console/collections/article/3`);
      await signInToConsole(page, 'root', PASSWORD);
      await page.getByRole('button', { name: 'Live preview' }).click();
      const frame = page.frameLocator('.live-preview iframe');
      await frame.locator('h1', { hasText: READ.en.title }).waitFor();
      await formPage(page).input('title').fill('What quinces are for');
      await frame.locator('h1', { hasText: 'What quinces are for' }).waitFor();
      await frame.locator('h1').click();
      await page.locator('[data-field=title] :focus').waitFor();
      assert.ok((await textOf('/en')).text.includes(READ.en.title));
      await page.goto(`${site.quireUrl}/console/collections/article/new`);
      await page.getByRole('button', { name: 'Live preview' }).click();
      await formPage(page).input('title').fill('Not saved yet');
      await page.frameLocator('.live-preview iframe').locator('h1', { hasText: 'Not saved yet' }).waitFor();
      await page.context().close();
    });

    it('takes messages of its own Quire alone', async () => {
      const body = JSON.stringify({ type: 'article.updated', data: {} });
      const signed = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      };
      const post = async (headers: Record<string, string>) =>
        (await fetch(`${site.siteUrl}/hooks/quire`, { method: 'POST', body, headers })).status;
      for (const headers of [{}, signed])
        assert.equal(await post({ 'content-type': 'application/json', ...headers }), 401);
    });

    it('shows what was published, on pages that were made before', async () => {
      const { title, draft } = READ.en;
      assert.ok(!(await textOf('/en')).text.includes(draft));
      await asRoot('POST', `/api/v1/article/${DRAFT}/publish`);
      await until(async () => (await textOf('/en')).text.includes(draft), 50);
      await until(async () => (await textOf('/zh')).text.includes(READ.zh.draft), 50);
      const path = '/en/articles/what-to-do-with-quinces';
      assert.ok((await textOf(path)).text.includes(title));
      await asRoot('PATCH', '/api/v1/article/3', { title: 'Quinces, three ways' });
      await asRoot('POST', '/api/v1/article/3/publish');
      await until(async () => (await textOf(path)).text.includes('Quinces, three ways'), 50);
      await asRoot('POST', `/api/v1/article/${DRAFT}/unpublish`);
      await until(async () => !(await textOf('/en')).text.includes(draft), 50);
      await until(async () => (await textOf('/en/articles/bread-without-haste')).status === 404, 50);
    });

    describe('letters', () => {
      let page: Page;
      const person = async (username: string) => {
        const body = { username, password: PASSWORD, confirm_password: PASSWORD, group_ids: [] };
        await asRoot('POST', '/api/cms/user/register', body);
        return username;
      };
      const decide = async (username: string, decision: 'Allow' | 'Refuse') => {
        const shown = await open('/en/letters');
        await shown.getByRole('link', { name: 'Sign in' }).click();
        await shown.locator('input[name=username]').fill(username);
        await shown.locator('input[name=password]').fill(PASSWORD);
        await shown.keyboard.press('Enter');
        await shown.getByRole('button', { name: decision }).click();
        await shown.waitForURL(/\/en\/letters/);
        return shown;
      };
      const send = async (values: typeof LETTER) => {
        await page.getByLabel('Subject').fill(values.subject);
        await page.getByLabel('Your letter').fill(values.words);
        await page.getByRole('button', { name: 'Send' }).click();
      };

      it('are written by people who signed in at Quire and agreed', async () => {
        const refused = await decide(await person('vera'), 'Refuse');
        await refused.locator('main [role=alert]').waitFor();
        await refused.getByRole('link', { name: 'Sign in' }).waitFor();
        page = await decide(await person('wim'), 'Allow');
        await page.getByText('Signed in as').waitFor();
        for (const cookie of await page.context().cookies(site.siteUrl))
          if (cookie.name.includes('session')) assert.equal(cookie.httpOnly, true, cookie.name);
        assert.equal(await page.evaluate('/session/.test(document.cookie)'), false);
      });

      it('are not signed in by an answer that they did not ask for', async () => {
        const stranger = await open('/signed-in?code=stolen&state=guessed');
        await stranger.locator('main [role=alert]').waitFor();
        await stranger.getByRole('link', { name: 'Sign in' }).waitFor();
      });

      it('are refused by the rules of the collection, in the language of the page', async () => {
        await send({ subject: 'Hi', words: LETTER.words });
        await page.locator('main [role=alert]').waitFor();
        assert.match(await page.locator('#subject-problem').innerText(), /5/);
        assert.equal(await page.locator('#words-problem').innerText(), '');
        assert.equal(await page.getByLabel('Your letter').inputValue(), LETTER.words);
        assert.deepEqual(await accessibilityFaults(page), []);
        await page.goto(`${site.siteUrl}/zh/letters`);
        await page.getByLabel('主题').fill('短');
        await page.getByRole('button', { name: '发送' }).click();
        await page.locator('main [role=alert]').waitFor();
        assert.match(await page.locator('#words-problem').innerText(), /\p{Script=Han}/u);
      });

      it('are taken, and shown to their writer alone', async () => {
        await page.goto(`${site.siteUrl}/en/letters`);
        await send(LETTER);
        await page.locator('main [role=status]').waitFor();
        await page.locator('.card', { hasText: LETTER.words }).waitFor();
        const { items } = (await asRoot('GET', '/api/v1/letter')) as { items: { subject: string }[] };
        assert.deepEqual(
          items.map(({ subject }) => subject),
          [LETTER.subject],
        );
        const other = await decide(await person('nils'), 'Allow');
        await other.getByText('Signed in as').waitFor();
        assert.ok(!(await other.content()).includes(LETTER.words));
        assert.ok(!(await textOf('/en/letters')).text.includes(LETTER.words));
      });

      it('are not taken from other sites, nor from people who have signed out', async () => {
        const cookies = await page.context().cookies(site.siteUrl);
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const hidden = await page
          .locator('form.letter input[type=hidden]')
          .evaluateAll((inputs) =>
            inputs.map((one) => ['name', 'value'].map((name) => one.getAttribute(name))),
          );
        const body = new FormData();
        for (const [name, value] of hidden) body.set(String(name), String(value));
        body.set('subject', 'From elsewhere');
        body.set('words', 'Forged');
        const headers = { origin: 'https://evil.example', cookie };
        await fetch(`${site.siteUrl}/en/letters`, { method: 'POST', body, headers });
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('link', { name: 'Sign in' }).waitFor();
        const own = { origin: site.siteUrl };
        await fetch(`${site.siteUrl}/en/letters`, { method: 'POST', body, headers: own });
        const { items } = (await asRoot('GET', '/api/v1/letter')) as { items: unknown[] };
        assert.equal(items.length, 1);
      });
    });

    it('breaks no rule of its own policy', () => {
      const allowed = /status of (404|422)/;
      assert.deepEqual(
        faults.filter((text) => !allowed.test(text)),
        [],
      );
    });

    it('serves its pages while Quire is away', async () => {
      const paths = ['/en', '/zh', '/en/articles/what-to-do-with-quinces'];
      const texts = await Promise.all(paths.map(async (path) => (await textOf(path)).text));
      await stop(site.server);
      for (const [index, path] of paths.entries()) {
        const { status, text } = await textOf(path);
        assert.deepEqual([status, text], [200, texts[index]], path);
      }
    });
  });
