import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What WCAG 2.2 AA finds wrong with the page that is shown: rule, place, and what to do. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsOf(page, { runOnly: { type: 'tag', values: RULES } });
}

/** The same for contrast alone: nothing else depends on colours. */
export function contrastFaults(page: Page): Promise<string[]> {
  return faultsOf(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
}

async function faultsOf(page: Page, what: object): Promise<string[]> {
  // In the page's world, past the policy that forbids foreign scripts.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  const options = JSON.stringify({ ...what, resultTypes: ['violations'] }); // all others in full take longer than the rules
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}
