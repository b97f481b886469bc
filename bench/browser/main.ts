import type { Page } from 'playwright-core';
import type { AnyRecord } from '../table.ts';
import { firstLoads } from './first-loads.ts';
import { answeredAt, opensIn, paintedAt, paintOf, readRecords, scroll } from './in-page.ts';
import { ENTRIES, newPage, openSite, type Site, signIn } from './site.ts';

const TRIES = 5;
const KEYS = 60;
const SCROLLED = 100_000;
const RECORD_PX = 40;
const TITLE = '.grid-body .grid-row .grid-link';

/** The console in Chromium, on a collection of a million records and a form of 200 fields. */
export async function consolePages(records: AnyRecord[]): Promise<void> {
  progress(`filling ${ENTRIES.toLocaleString('en')} records`);
  await using site = await openSite();
  add(records, await firstLoads(site));
  const page = await newPage(site);
  await page.goto(`${site.address}/console/`);
  await signIn(page);
  for (const part of [longList, scrolling, palette, largeForm]) add(records, await part(site, page));
}

/** Shows what has been measured at once: the whole takes minutes. */
function add(records: AnyRecord[], measured: readonly AnyRecord[]): void {
  records.push(...measured);
  for (const record of measured) progress(`${record.what}: ${record.measured}`);
}

function progress(what: string): void {
  console.error(`${Math.round(performance.now() / 1000)} s  ${what}`);
}

async function longList({ address }: Site, page: Page): Promise<AnyRecord[]> {
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (/[?&](page|offset)=/.test(request.url())) offsets.push(request.url());
  });
  const first: number[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    await page.goto(`${address}/console/collections/entry?sort=title`);
    const painted = await page.evaluate(paintedAt, { selector: TITLE, starts: '' });
    first.push(painted - (await page.evaluate(answeredAt, '/v1/entry?')));
  }
  const letters = await jumps(page, ['m', 'c', 'z', 'h', 's'], TITLE);
  await page.goto(`${address}/console/collections/entry?sort=day&columns=day,state`);
  await page.locator('.grid-body .grid-row').first().waitFor();
  const days = ['2024-02-29', '2017-07-01', '2025-11-30', '2019-01-01', '2022-05-17'];
  const dayCell = `.grid-body .grid-row .cell-date`;
  const byDay = await jumps(page, days, dayCell);
  const records = ENTRIES.toLocaleString('en');
  return [
    atMost(`list of ${records} records: from the answer to the painted records`, middle(first), 300),
    atMost('the same: jump to a letter, slowest of five', Math.max(...letters), 500),
    atMost('the same: jump to a day, slowest of five', Math.max(...byDay), 500),
    {
      what: 'the same: requests with an offset',
      measured: String(offsets.length),
      target: '0',
      met: offsets.length === 0,
    },
  ];
}

/** The times from Enter in the jump box until records from there on are painted. */
async function jumps(page: Page, values: readonly string[], selector: string): Promise<number[]> {
  const times: number[] = [];
  for (const value of values) {
    const isDay = value.length > 1;
    const starts = isDay
      ? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
      : value;
    await page.locator('.jump input').fill(value);
    const begun = await page.evaluate<number>('performance.now()');
    await page.keyboard.press('Enter');
    times.push((await page.evaluate(paintedAt, { selector, starts: starts.toLowerCase() })) - begun);
  }
  return times;
}

async function scrolling({ address }: Site, page: Page): Promise<AnyRecord[]> {
  await page.goto(`${address}/console/collections/entry?columns=title,state`);
  await page.locator(TITLE).first().waitFor();
  await page.evaluate(readRecords, { rows: SCROLLED, height: RECORD_PX });
  const { frames, mostRecords, longestTask } = await page.evaluate(scroll, { speed: 18_000, ms: 5000 });
  const what = `${SCROLLED.toLocaleString('en')} records read, scrolled at 18,000 px a second`;
  return [
    atMost(`${what}: 95th frame`, percentile(frames), 17),
    atMost(`${what}: longest task, 0 below 50`, longestTask, 50),
    {
      what: `${what}: most records in the page`,
      measured: String(mostRecords),
      target: '≤ 60',
      met: mostRecords <= 60,
    },
  ];
}

/** The first answers are those of what the page knows; records of the server follow. */
async function palette(_: Site, page: Page): Promise<AnyRecord[]> {
  const times: number[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').waitFor();
    const begun = await page.evaluate<number>('performance.now()');
    await page.keyboard.type('entry');
    const selector = '.palette [role=option]';
    times.push((await page.evaluate(paintedAt, { selector, starts: '' })) - begun);
    await page.keyboard.press('Escape');
    await page.locator('.palette').waitFor({ state: 'detached' });
  }
  return [atMost('palette: from five keys to the first answers', middle(times), 100)];
}

async function largeForm({ address }: Site, page: Page): Promise<AnyRecord[]> {
  await page.goto(`${address}/console/collections/form/1`);
  await page.locator('.form-field').nth(199).waitFor();
  const opens: number[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    await page.goto(`${address}/console/collections/form/1/history`);
    const link = 'a[href$="/collections/form/1"]';
    await page.locator(link).waitFor();
    await page.waitForLoadState('networkidle'); // a click while the page loads would measure that too
    opens.push(await page.evaluate(opensIn, { link, selector: '.form-field', count: 200 }));
  }
  await page.locator('.form-field[data-field=field_100] input').focus();
  const paints: number[] = [];
  for (let key = 1; key <= KEYS; key += 1) paints.push(await page.evaluate(paintOf, 'x'.repeat(key)));
  return [
    atMost('form of 200 fields: from the click to all fields', middle(opens), 500),
    atMost('the same: key to paint, 95th of 60', percentile(paints), 50),
  ];
}

function atMost(what: string, ms: number, most: number): AnyRecord {
  return { what, measured: `${ms.toFixed(1)} ms`, target: `≤ ${most} ms`, met: ms <= most };
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function percentile(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
