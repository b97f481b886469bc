import type { Locator, Page } from 'playwright-core';
import { isWhole } from '../in-turn.ts';
import { signIn } from './browser.ts';
import { controlsIn, type FoundControl, otherOption, waysIn } from './page-controls.ts';
import { watchTraffic } from './page-traffic.ts';

/** What a crawl met that a user must never meet, each with the screen and the control that led there. */
export interface Crawl {
  readonly screens: readonly string[];
  readonly controls: number;
  readonly faults: readonly string[];
}

interface Site {
  readonly address: string;
  open(): Promise<{ readonly page: Page }>;
}

/** The most pages of a kind that are looked at, such as records of a collection. */
const ALIKE = 2;
const MOST_SCREENS = 60;
const MOST_CLICKS = 150;
/** A control that cannot be clicked by then because something lies over it may be clicked once that is closed. */
const CLICK_MS = 3000;
const COVERED = /intercepts pointer events/;
/** A control that cannot be clicked by then is covered by something that stays, or it moves. */
const LAST_CLICK_MS = 15_000;

interface Seen {
  readonly ways: ReturnType<typeof waysIn>;
  readonly found: FoundControl[];
}

/** Runs in the page: one question instead of two. */
const SEE = `({ ways: (${waysIn})(), found: (${controlsIn})() })`;

/**
 * Opens every screen that a user is offered and uses every control on it, but not those in `known`, to which it adds the
 * controls that led to nothing further: they would do the same for the next user. Nothing is known in a night (TEST_WHOLE).
 */
export async function crawl(site: Site, username: string, known = new Set<string>()): Promise<Crawl> {
  const { page } = await site.open();
  const faults: string[] = [];
  const traffic = watchTraffic(page, site.address, (text) => faults.push(`${place}: ${text}`));
  let place = 'sign-in';
  let controls = 0;
  const used = new Set<string>();
  const queue = ['/'];
  const kinds = new Map<string, number>();
  const screens: string[] = [];

  await page.goto(`${site.address}/console/`);
  await signIn(page, username);
  for (let path = next(); path !== undefined && screens.length < MOST_SCREENS; path = next()) {
    screens.push(path);
    place = path;
    if (await show(path)) await useAll(path);
  }
  await leave();
  await page.context().close();
  return { screens, controls, faults };

  /** Records come before lists, where they are deleted. */
  function next(): string | undefined {
    const at = queue.findIndex((path) => kindOf(path) !== path);
    return queue.splice(Math.max(at, 0), 1)[0];
  }

  async function useAll(path: string): Promise<void> {
    let seen = await look();
    for (let clicks = 0; clicks < MOST_CLICKS; clicks += 1) {
      const found = seen.filter((one) => !used.has(keyOn(path, one.key)) && !isKnown(path, one));
      const control = found.find(({ isFinal }) => !isFinal) ?? found[0];
      if (!control) return;
      used.add(keyOn(path, control.key));
      place = `${path} › ${control.label}`;
      controls += 1;
      const outcome = await use(control);
      if (outcome === 'replaced') used.delete(keyOn(path, control.key));
      await traffic.settled();
      const before = new Set(seen.map(({ key }) => key));
      seen = await look();
      if (outcome === 'used' && pathOf(page.url()) === path && seen.every(({ key }) => before.has(key)))
        known.add(labelledOn(path, control));
      if (traffic.missed().length > 0) faults.push(`${place}: asks for what is not there`);
      if (outcome !== 'failed' && pathOf(page.url()) === path) continue;
      if (!(await show(path))) return;
      seen = await look();
    }
    faults.push(`${path}: more than ${MOST_CLICKS} controls`);
  }

  function isKnown(path: string, control: FoundControl): boolean {
    return !isWhole && known.has(labelledOn(path, control));
  }

  /** Shows a screen; false where its record is gone by now, which must be said with a way back. */
  async function show(path: string): Promise<boolean> {
    await page.goto(`${site.address}/console${path}`);
    await page.locator('.shell-main > *').first().waitFor();
    await traffic.settled();
    if (traffic.missed().length === 0) return true;
    if ((await page.locator('.shell-main a').count()) === 0)
      faults.push(`${place}: no way back from a missing record`);
    return false;
  }

  /** Takes note of the ways that lead on, and of a page that leads nowhere or shows a failure; answers what can be used. */
  async function look(): Promise<FoundControl[]> {
    const { ways, found } = await page.evaluate<Seen>(SEE);
    const { links, failure, isEmpty } = ways;
    if (failure) faults.push(`${place}: shows “${failure}”`);
    if (isEmpty) faults.push(`${place}: shows nothing`);
    for (const link of links) add(link);
    return found;
  }

  /** What the address says beside its path is left to the controls that change it. */
  function add(link: string): void {
    const path = link.split('?')[0] ?? '/';
    const count = kinds.get(kindOf(path)) ?? 0;
    if (count >= ALIKE || queue.includes(path) || screens.includes(path)) return;
    kinds.set(kindOf(path), count + 1);
    queue.push(path);
  }

  /** A control is to be found again where it is not offered any more: its menu has closed, or a dialog has come over it. */
  async function use(control: FoundControl): Promise<'used' | 'replaced' | 'failed'> {
    const locate = ({ mark }: FoundControl) => page.locator(`[data-crawled="${mark}"]`);
    let again: FoundControl | undefined;
    try {
      await act(locate(control), control, CLICK_MS);
      return 'used';
    } catch (error) {
      again = (await look()).find(({ key }) => key === control.key);
      if (!again) return 'replaced';
      if (COVERED.test(String(error))) await page.keyboard.press('Escape'); // what lies over it
    }
    try {
      await act(locate(again), again, LAST_CLICK_MS);
      return 'used';
    } catch (error) {
      faults.push(`${place}: cannot be used: ${String(error).split('\n').slice(0, 12).join(' ')}`);
      return 'failed';
    }
  }

  async function leave(): Promise<void> {
    place = 'signing out';
    await show('/');
    await page.locator('.sidebar .person').click();
    await page.locator('.user-menu button').last().click();
    await page.locator('input[name=password]').waitFor();
  }
}

async function act(element: Locator, { how }: FoundControl, timeout: number): Promise<void> {
  if (how === 'choose') {
    const value = await element.evaluate(otherOption, undefined, { timeout });
    if (value !== undefined) await element.selectOption(value, { timeout });
  } else if (how === 'write') {
    await element.fill('17', { timeout });
    await element.press('Tab');
  } else if (how === 'date') await element.fill('2026-05-17', { timeout });
  else if (how === 'moment') await element.fill('2026-05-17T10:00', { timeout });
  else if (how === 'press') await element.press('ArrowRight');
  else await element.click({ timeout });
}

/**
 * A control is known by its place in the page and by the kind of screen, so the same button of another record is the same. What
 * is the same for all collections is used once.
 */
function keyOn(path: string, key: string): string {
  const [where, place] = key.split(' ', 2);
  if (where === 'shell') return key;
  return `${where === 'tool' ? kindOf(path).replace(/collections\/\w+/, 'collections') : kindOf(path)} ${place}`;
}

/** Another user may find another control in the same place, so its label counts as well, apart from the numbers of a record. */
function labelledOn(path: string, { key, label }: FoundControl): string {
  return `${keyOn(path, key)} ${label.replace(/\d+/g, 'N')}`;
}

function kindOf(path: string): string {
  return path.replace(/\/\d+/g, '/N');
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/^\/console/, '') || '/';
}
