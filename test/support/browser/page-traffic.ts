import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const REFUSALS = new Set([401, 403, 405]);
/** Refusals are asked for by an id that somebody types, so there may be none. */
const ASKED_BY_ID = /\/cms\/access\/refusals\//;

/** Follows what a page asks: tells refusals, failures and foreign requests, and when nothing is asked any more. */
export function watchTraffic(page: Page, address: string, tell: (text: string) => void) {
  let open = 0;
  let last = Date.now();
  let missing: string[] = [];
  const end = () => {
    open -= 1;
    last = Date.now();
  };
  page.on('request', (request) => {
    open += 1;
    last = Date.now();
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url()))
      tell(`asks ${request.url()}`);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (answer) => {
    const what = `${answer.request().method()} ${answer.url().slice(address.length)}`;
    if (answer.status() === 404 && !ASKED_BY_ID.test(what)) missing.push(what);
    if (REFUSALS.has(answer.status()) || answer.status() >= 500) tell(`${answer.status()} to ${what}`);
  });
  page.on('pageerror', (error) => tell(String(error)));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (!isAnswer && ['error', 'warning'].includes(message.type())) tell(message.text());
  });
  return { settled, missed };

  /** Once no request is open, none has been for a little, and no button works on; a page that asks on and on is not waited for. */
  async function settled(): Promise<void> {
    for (let turns = 0; turns < 500; turns += 1) {
      await wait(20);
      if (open === 0 && Date.now() - last > 40 && !(await isBusy())) return;
    }
  }

  function isBusy(): Promise<boolean> {
    const busy = page.locator('button[aria-busy=true]').count();
    return busy.then(
      (count) => count > 0,
      () => false, // the page is left
    );
  }

  /** What was asked for and not found since this was last called. */
  function missed(): string[] {
    const found = missing;
    missing = [];
    return found;
  }
}
