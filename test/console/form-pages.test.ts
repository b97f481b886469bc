// Needs a process of its own: it starts a browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults } from '../support/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser.ts';

const WIDTHS = [360, 768, 1440];

const opened = whyNoBrowser ? undefined : await openSite();

describe('forms, history and trash, in both languages, light and dark', { skip: whyNoBrowser }, () => {
  for (const language of ['zh', 'en'] as const)
    for (const scheme of ['light', 'dark'] as const)
      describe(`${language}, ${scheme}`, () => {
        let site: Awaited<ReturnType<typeof openSite>>;
        let view: Awaited<ReturnType<(typeof site)['open']>>;
        before(async () => {
          assert.ok(opened);
          site = opened;
          view = await site.open({ language, scheme });
          await view.go('/');
          await signIn(view.page);
        });

        for (const [name, path, ready] of [
          ['a new row', () => '/records/exhibit/new', '[data-field=body] .prose'],
          ['a row', () => `/records/exhibit/${site.id}`, '.thumbnail, .reference-item'],
          ['its history', () => `/records/exhibit/${site.id}/history`, '.time-line'],
          ['the trash', () => '/records/exhibit/trash', '.trash-row'],
        ] as const)
          it(name, async () => {
            await view.go(path());
            await view.page.locator(ready).first().waitFor();
            for (const width of WIDTHS) {
              await view.page.setViewportSize({ width, height: 900 });
              assert.deepEqual(await accessibilityFaults(view.page), [], `axe at ${width} px`);
              const sideways = await view.page.evaluate(
                () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
              );
              assert.ok(sideways <= 0, `${sideways} px to the side at ${width} px`);
            }
            assert.deepEqual(view.faults, { console: [], foreign: [] });
          });
      });
});

declare const document: {
  readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
};

/** A site with a row that has something in each field, a past, and something in the trash. */
async function openSite() {
  const site = await consoleSite({ contentDir: 'test/content/exhibits' });
  const { root } = site.app;
  const keeper = await root.make('/v1/keeper', { name: 'Wu Fang' });
  const other = await root.make('/v1/exhibit', { title: 'Another' });
  const gone = await root.make('/v1/exhibit', { title: 'Gone' });
  await root.done(`DELETE /v1/exhibit/${gone}`);
  const id = await root.make('/v1/exhibit', {
    ...{
      title: 'Bronze mirror 铜镜',
      notes: 'Some notes',
      body: '<h2>Found</h2><p>In a <a href="https://museum.example">field</a></p>',
    },
    ...{ source: '# A *title*', found_on: '2026-05-17', seen_at: 1_790_000_000_000, facts: { a: [1, 2.5] } },
    ...{ weight: '1.500', serial: 5, keeper, shown_with: [other], restored: true },
  });
  await root.done(`PATCH /v1/exhibit/${id}`, { notes: 'Other notes', state: 'shown' });
  return { ...site, id };
}
