// Needs a process of its own: it works for minutes.
// Takes long: a browser opens each page and dialog in two languages, and axe looks at it in three ways.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityFaults, bringAxe } from '../support/browser/axe.ts';
import { type ConsolePage, consoleDir, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { harbourSite } from '../support/browser/harbour-site.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import { pairs } from '../support/pairs.ts';

interface Screen {
  readonly path: string;
  /** What it shows once it is ready. */
  readonly ready: string;
  /** What is done on it before it is looked at: a dialog, a menu, a problem. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** Every page, and what opens on it. A ship has a field of every kind. */
const SCREENS: Readonly<Record<string, Screen>> = {
  overview: { path: '/', ready: '.tile' },
  list: { path: '/collections/ship', ready: '.grid-row a' },
  'list with a filter': { path: '/collections/ship', ready: '.grid-row a', act: openFilter },
  'list with records picked': {
    path: '/collections/ship',
    ready: '.grid-row a',
    act: press('.grid-pick input'),
  },
  'values for picked records': { path: '/collections/ship', ready: '.grid-row a', act: editPicked },
  'list at an earlier time': { path: '/collections/ship/past', ready: '.grid-row a' },
  'list with nothing found': { path: '/collections/ship?q=nothing-is-called-so', ready: '.empty' },
  'empty list': { path: '/collections/tariff', ready: '.empty' },
  'columns of a list': { path: '/collections/ship', ready: '.grid-row a', act: press('.columns-button') },
  'views of a list': { path: '/collections/ship', ready: '.grid-row a', act: press('.views-button') },
  'list in its order by hand': { path: '/collections/guide?sort=parent.title,place', ready: '.grid-grip' },
  'place of a record in its order': {
    path: '/collections/guide?sort=place',
    ready: '.grid-grip',
    act: press('.arrange .button-plain'),
  },
  board: { path: '/collections/ship?as=board&by=flag', ready: '.lane-cards a' },
  'layouts of a list': { path: '/collections/ship', ready: '.grid-row a', act: press('.layout-button') },
  tree: { path: '/collections/guide?as=tree', ready: '.tree-row', act: press('.tree-row') },
  'other parent of a record': { path: '/collections/guide?as=tree', ready: '.tree-row', act: askForParent },
  'record in a tree': { path: '/collections/guide/2', ready: '.tree-path a' },
  'new record': { path: '/collections/ship/new', ready: '[data-field=story] .prose' },
  row: { path: '/collections/ship/1', ready: '.thumbnail, .reference-item' },
  'record with problems': { path: '/collections/ship/1', ready: '.reference-item', act: saveBadly },
  'deletion of a record in use': { path: '/collections/ship/1', ready: '.reference-item', act: askToDelete },
  singleton: { path: '/collections/office', ready: '[data-field=title] input' },
  'questions about a record': {
    path: '/collections/ship/1',
    ready: '.reference-item',
    act: press('.record-who-more'),
  },
  'relations of a record': { path: '/collections/berth/1/relations', ready: '.relations-group' },
  'history of a record': { path: '/collections/ship/1/history', ready: '.time-line' },
  'list of drafts': { path: '/collections/notice', ready: '.grid-row .chip' },
  'list of what readers see': { path: '/collections/notice?version=published', ready: '.grid-row a' },
  draft: { path: '/collections/notice/1', ready: '.draft-plan' },
  'draft beside what readers see': { path: '/collections/notice/1', ready: '.draft-plan', act: compareDraft },
  'plan for a draft': { path: '/collections/notice/1', ready: '.draft-plan', act: planDraft },
  'preview links of a draft': {
    path: '/collections/notice/1',
    ready: '.draft-plan',
    act: press('.draft-bar button:has(.lucide-link-2)'),
  },
  plans: { path: '/plans', ready: '.plan-line' },
  'what readers see of a record': {
    path: '/collections/notice/1?version=published',
    ready: '.draft-state .icon',
  },
  'proposal of a record': { path: '/collections/rule/new', ready: '[data-field=title] input', act: propose },
  'change sets': { path: '/change-sets', ready: '.set-line' },
  'change set to decide on': { path: '/change-sets/1', ready: '.set-item' },
  'rejection of a change set': {
    path: '/change-sets/1',
    ready: '.set-item',
    act: press('.set-bar .button-quiet'),
  },
  'change set whose records have changed': { path: '/change-sets/2', ready: '.set-stale' },
  'what an undo would do': { path: '/undo?since=1', ready: '.undo-preview tbody tr' },
  'what an undo did': { path: '/undo?done=1', ready: '.undo-line' },
  trash: { path: '/collections/ship/trash', ready: '.trash-row' },
  import: { path: '/collections/ship/import', ready: '.drop' },
  files: { path: '/files', ready: '.file-tile' },
  'files picked': { path: '/files', ready: '.file-tile', act: press('.file-pick') },
  'tags of files': { path: '/files', ready: '.file-tile', act: press('.tags-button') },
  'new folder of files': { path: '/files', ready: '.file-tile', act: press('.folder-new') },
  'folder of files': { path: '/files?folder=1', ready: '.folder-path' },
  file: { path: '/files/1', ready: '.focus-point' },
  'deletion of a file': { path: '/files/1', ready: '.focus-point', act: press('.file-title button') },
  'files for a record': { path: '/collections/ship/1', ready: '.reference-item', act: openLibrary },
  palette: { path: '/', ready: '.tile', act: openPalette },
  profile: { path: '/profile', ready: '.session' },
  'other address': { path: '/profile', ready: '.session', act: press('.profile-part .row .button-quiet') },
  help: { path: '/collections/ship/1', ready: '.reference-item', act: openHelp },
  'calendar of a day': { path: '/collections/ship/1', ready: '.reference-item', act: press('.date-open') },
  'menu of the user': { path: '/profile', ready: '.session', act: openUserMenu },
  users: { path: '/admin/users', ready: '.admin-table' },
  'somebody who waits': { path: '/admin/users', ready: '.newcomer' },
  invitation: { path: '/admin/users', ready: '.newcomer', act: press('.page-head .button-plain') },
  'new user': { path: '/admin/users', ready: '.admin-table', act: press('.page-head .button-main') },
  user: { path: '/admin/users/2', ready: '.person-session' },
  'rights by example': {
    path: '/admin/users/2',
    ready: '.rights-table',
    act: press('.person-head .button-quiet'),
  },
  'as another user': { path: '/admin/users/2', ready: '.page-head .button', act: seeAs },
  'membership for a time': {
    path: '/admin/users/2',
    ready: '.membership',
    act: press('.membership button'),
  },
  permissions: { path: '/admin/permissions', ready: '.grid-table' },
  'changed permissions': { path: '/admin/permissions', ready: '.grant-box', act: press('.grant-box input') },
  'what changed permissions would do': { path: '/admin/permissions', ready: '.grant-box', act: previewGrant },
  'unused permissions': { path: '/admin/permissions', ready: '.grant-box', act: showUnused },
  'permissions for a time': { path: '/admin/permissions', ready: '.grant-box', act: askForTerms },
  approvals: { path: '/admin/requests', ready: '.request' },
  'break-glass': { path: '/admin/break-glass', ready: '.user-page p' },
  log: { path: '/admin/log', ready: '.admin-table' },
  'refusal that is asked for': {
    path: '/admin/log',
    ready: '.admin-table',
    act: press('.page-head .button'),
  },
  access: { path: '/admin/access', ready: '.access-card' },
  'access of a user to a record': {
    path: '/admin/access?collection=ship&action=update&field=insured&record=1&user=2',
    ready: '.access-missing',
  },
  'access to a route': { path: '/admin/access?method=GET&path=/cms/log', ready: '.access-card' },
  'API keys': { path: '/admin/keys', ready: '.admin-table' },
  'new API key': { path: '/admin/keys', ready: '.admin-table', act: press('.page-head .button-main') },
  quotas: { path: '/admin/quotas', ready: '.admin-table, .empty' },
  'new quota': {
    path: '/admin/quotas',
    ready: '.admin-table, .empty',
    act: press('.page-head .button-main'),
  },
  webhooks: { path: '/admin/webhooks', ready: '.webhook-line' },
  'new webhook': { path: '/admin/webhooks', ready: '.webhook-line', act: press('.page-head .button-main') },
  webhook: { path: '/admin/webhooks/1', ready: '.delivery', act: press('.delivery summary') },
  'new secret of a webhook': {
    path: '/admin/webhooks/1',
    ready: '.delivery',
    act: press('.webhook-bar button:has(.lucide-key-round)'),
  },
  jobs: { path: '/admin/jobs', ready: '.admin-table, .empty' },
  mails: { path: '/admin/mail', ready: '.admin-table, .empty' },
  health: { path: '/admin/health', ready: '.facts' },
  'forgotten password': { path: '/account/forgotten', ready: 'input[type=email]' },
  'link that is used up': { path: '/account/password#none', ready: '[role=alert]' },
  'missing record': { path: '/collections/ship/999', ready: '.note-bad' },
  'missing page': { path: '/nowhere', ready: '.empty' },
};
const COLORS = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  'more contrast': { colorScheme: 'light', contrast: 'more' },
} as const;

/** Each screen in both languages, at all widths, in all colors; and all of these in all others, on some screen. */
const LOOKS = pairs({
  name: ['sign-in', ...Object.keys(SCREENS)],
  language: ['zh', 'en'],
  width: [360, 768, 1440],
  colors: ['light', 'dark', 'more contrast'],
});
type Look = (typeof LOOKS)[number];

const site = whyNoBrowser ? undefined : await harbourSite();

describe('every screen, at three widths, in all colors', { skip: whyNoBrowser, concurrency: true }, () => {
  for (const language of ['zh', 'en'] as const)
    describe(language, { concurrency: 1 }, () => {
      const looksOf = (name: string) =>
        LOOKS.filter((look) => look.language === language && look.name === name);
      let view: ConsolePage;
      /** The path of the page that is shown, as long as nothing has been done on it. */
      let untouched: string | undefined;
      before(async () => {
        assert.ok(site);
        view = await site.open({ language });
        await bringAxe(view.context);
      });

      it('sign-in', async () => {
        await view.go('/');
        await view.page.locator('input[name=password]').waitFor();
        await requireGood(looksOf('sign-in'));
        await signIn(view.page);
      });

      for (const [name, { path, ready, act }] of Object.entries(SCREENS))
        it(name, async () => {
          await view.page.setViewportSize({ width: 1440, height: 900 });
          if (path !== untouched) await view.go(path);
          untouched = undefined;
          await view.page.locator(ready).first().waitFor();
          await act?.(view.page);
          await requireGood(looksOf(name));
          if (!act) untouched = path;
        });

      async function requireGood(looks: readonly Look[]): Promise<void> {
        const { page } = view;
        for (const { width, colors } of looks) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia(COLORS[colors]);
          await page.evaluate(nextFrames); // the shell takes its shape for this width with the next one
          assert.deepEqual(await accessibilityFaults(page), [], `axe at ${width} px, ${colors}`);
          for (const direction of ['rtl', 'ltr']) {
            const parts = await page.evaluate(sidewaysOverflow, direction);
            assert.deepEqual(parts, [], `${direction} at ${width} px`);
          }
        }
        const said = view.faults.console.filter((text) => !text.startsWith('Failed to load resource')); // a missing record is
        assert.deepEqual([said, view.faults.foreign], [[], []]);
      }
    });
});

it('no style depends on the language', { skip: whyNoBrowser }, () => {
  const styles = globSync(join(consoleDir, 'static/*.css')).map((file) => readFileSync(file, 'utf8'));
  assert.ok(styles.length > 0);
  for (const style of styles) assert.doesNotMatch(style, /:lang\(|\[(xml:)?lang\b/);
});

const nextFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

async function openFilter(page: Page): Promise<void> {
  await page.locator('.list-tools [aria-expanded]').first().click();
  await page.locator('.list-filter button').first().click();
}

async function editPicked(page: Page): Promise<void> {
  await page.locator('.grid-pick input').first().click();
  await page.locator('.selection [aria-expanded]').click();
  await page.locator('.bulk-field').waitFor();
}

async function saveBadly(page: Page): Promise<void> {
  await page.locator('[data-field=crew] input').fill('100');
  await page.keyboard.press('Control+s');
  await page.locator('[data-field=crew] [aria-invalid=true]').waitFor();
}

async function askForTerms(page: Page): Promise<void> {
  await page.locator('.grant-box input').first().click();
  await page.locator('.grid-save button').nth(2).click();
}

async function previewGrant(page: Page): Promise<void> {
  await page.locator('.grant-box input').first().click();
  await page.locator('.grid-save button').nth(1).click();
  await page.locator('.preview-user').first().waitFor();
}

async function showUnused(page: Page): Promise<void> {
  await page.locator('.page-head button').first().click();
  await page.locator('.preview-pick').first().waitFor();
}

async function seeAs(page: Page): Promise<void> {
  await page.locator('.page-head .button').click();
  await page.locator('.view-banner').waitFor();
}

async function askToDelete(page: Page): Promise<void> {
  await page.locator('.record-head .button').first().click();
  await page.locator('dialog[open]').waitFor();
}

async function propose(page: Page): Promise<void> {
  await page.locator('[data-field=title] input').fill('Speed');
  await page.keyboard.press('Control+s');
  await page.locator('dialog[open] input[name=title]').waitFor();
}

async function compareDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Compare|比较)$/ }).click();
  await page.locator('dialog .difference-row').waitFor();
}

async function planDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Schedule…|定时…)$/ }).click();
  await page.locator('dialog [type=submit]').click();
  await page.locator('dialog [aria-invalid=true]').waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input').fill('A1');
  await page.locator('.palette [role=option]').first().waitFor();
}

async function askForParent(page: Page): Promise<void> {
  await page.locator('.arrange .button-plain').click();
  await page.locator('dialog [role=combobox]').fill('Har');
  await page.locator('[role=option]').first().waitFor();
}

async function openLibrary(page: Page): Promise<void> {
  await page.locator('[data-field=papers] button:has(.lucide-images)').click();
  await page.locator('.picking-file').first().waitFor();
}

async function openHelp(page: Page): Promise<void> {
  await page.locator('main').press('?');
  await page.locator('dialog[open] .help-keys').first().waitFor();
}

async function openUserMenu(page: Page): Promise<void> {
  await page.locator('.sidebar .person').click();
  await page.locator('.user-menu').waitFor();
}
