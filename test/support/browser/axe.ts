import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const OPTIONS = { runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] }; // all others in full take longer than the rules
const RUN = `globalThis.axe?.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`;

/** Sends axe to the browser once for all pages of a context; else it is sent, half a megabyte, to each page that is asked about. */
export function bringAxe(context: BrowserContext): Promise<unknown> {
  return context.addInitScript({ content: source });
}

/** What WCAG 2.2 AA finds wrong with the page that is shown: rule, place, and what to do. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const ask = () => page.evaluate<AxeResults['violations'] | undefined>(RUN);
  let violations = await ask();
  if (!violations) {
    await page.evaluate(source); // in the page's world, past the policy that forbids foreign scripts
    violations = await ask();
  }
  assert.ok(violations, 'axe runs in the page');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}
