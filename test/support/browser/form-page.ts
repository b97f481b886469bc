import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** What journeys do with a form of the console. */
export function formPage(page: Page) {
  const field = (name: string) => page.locator(`.form-field[data-field=${name}]`);
  return {
    field,
    input: (name: string) => field(name).locator('input, textarea, select').first(),
    /** Waits until the line above the form begins with these words. */
    async told(words: string): Promise<void> {
      await page
        .locator('.state-line .state-words')
        .filter({ hasText: new RegExp(`^\\s*${words}`) })
        .first()
        .waitFor();
    },
    async ready(): Promise<void> {
      await page.locator('.record-form').first().waitFor();
    },
    async save(): Promise<void> {
      await page.keyboard.press('Control+s');
    },
    /** Waits until the focus is on what the selector names, and can be seen there. */
    async keepsFocus(selector: string): Promise<void> {
      await page.locator(':focus-visible').and(page.locator(selector)).waitFor();
    },
    /** Tab by tab, until the focus is on what the selector names; it must be seen on the way, and never be lost. */
    async tabTo(selector: string): Promise<void> {
      for (let presses = 0; presses < 120; presses += 1) {
        await page.keyboard.press('Tab');
        const seen = await page.evaluate(focusOf, selector);
        assert.notEqual(seen.where, 'body', `the focus is lost on the way to ${selector}`);
        assert.ok(seen.isVisible, `the focus is not to be seen on ${seen.where}`);
        if (seen.isThere) return;
      }
      assert.fail(`no key leads to ${selector}`);
    },
  };
}

interface Focus {
  readonly where: string;
  readonly isVisible: boolean;
  readonly isThere: boolean;
}

/** Runs in the page. */
function focusOf(selector: string): Focus {
  const page = globalThis as unknown as { document: PageDocument; getComputedStyle: StyleOf };
  const focused = page.document.activeElement;
  const marks = [
    focused,
    ...(focused?.closest('.segments-of-date, .segments label, label')
      ? [focused.closest('.segments-of-date, .segments label, label')]
      : []),
    page.document.getElementById(focused?.getAttribute('aria-activedescendant') ?? ''),
  ];
  const isVisible = marks.some((one) => one && isMarked(page.getComputedStyle(one)));
  return {
    where: focused?.outerHTML.slice(0, 120) ?? 'nothing',
    ...(focused?.localName === 'body' && { where: 'body' }),
    isVisible,
    isThere: focused?.matches(selector) ?? false,
  };

  function isMarked({ outlineStyle, backgroundColor, boxShadow }: Style): boolean {
    return outlineStyle !== 'none' || boxShadow !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)';
  }
}

interface PageElement {
  readonly localName: string;
  readonly outerHTML: string;
  closest(selector: string): PageElement | null;
  getAttribute(name: string): string | null;
  matches(selector: string): boolean;
}
interface PageDocument {
  readonly activeElement: PageElement | null;
  getElementById(id: string): PageElement | null;
}
interface Style {
  readonly outlineStyle: string;
  readonly backgroundColor: string;
  readonly boxShadow: string;
}
type StyleOf = (element: PageElement) => Style;
