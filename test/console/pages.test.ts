// Needs a process of its own: it starts a browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults } from '../support/axe.ts';
import { type ConsolePage, consoleSite, signIn, whyNoBrowser } from '../support/browser.ts';

/** Every page, by the address below /console that shows it and what it shows once it is ready. */
const PAGES = [
  ['/', 'h1'],
  ['/records/article', '.grid-row a'],
  ['/records/article?q=nothing-is-called-so', '.empty'],
  ['/profile', '.session'],
  ['/records/category/import', '.drop'],
  ['/admin/users', '.page-head'],
  ['/admin/permissions', '.grid-table'],
  ['/admin/log', '.admin-table'],
  ['/admin/jobs', '.page-head'],
  ['/admin/health', '.facts'],
  ['/nowhere', '.empty'],
] as const;
const WIDTHS = [360, 768, 1440];

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'examples/blog', sampleData: true });

describe('every page, in both languages, light and dark, at three widths', { skip: whyNoBrowser }, () => {
  for (const language of ['zh', 'en'] as const)
    for (const scheme of ['light', 'dark'] as const)
      describe(`${language}, ${scheme}`, () => {
        let open: ConsolePage;
        before(async () => {
          assert.ok(site);
          open = await site.open({ language, scheme });
        });

        it('/ for strangers: signing in', async () => {
          await open.go('/');
          await open.page.locator('input[name=password]').waitFor();
          for (const width of WIDTHS) await requireGood(width);
        });

        for (const [path, ready] of PAGES)
          it(path, async () => {
            await open.go(path);
            if (await open.page.locator('.sign-in').isVisible()) await signIn(open.page);
            await open.page.locator(ready).first().waitFor();
            for (const width of WIDTHS) await requireGood(width);
          });

        async function requireGood(width: number): Promise<void> {
          await open.page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await accessibilityFaults(open.page), [], `axe at ${width} px`);
          const sideways = await open.page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          assert.ok(sideways <= 0, `${sideways} px to the side at ${width} px`);
          assert.deepEqual(open.faults, { console: [], foreign: [] });
        }
      });
});
