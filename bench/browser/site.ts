import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import { rootPassword, startQuire, temporaryFolder } from '../servers/quire.ts';

export const ENTRIES = 1_000_000;
const env = { CONTENT_DIR: fileURLToPath(new URL('./content', import.meta.url)) };

/** A server whose collection `entry` has a million records, and a browser. Both end with the block that is `using` them. */
export interface Site extends AsyncDisposable {
  readonly address: string;
  readonly browser: Browser;
}

export async function openSite(): Promise<Site> {
  const folder = temporaryFolder();
  {
    await using _ = await startQuire(folder, 'any', env); // it creates the tables
  }
  fill(join(folder, 'quire.db'));
  const quire = await startQuire(folder, 'any', env);
  const browser = await launchChromium();
  return {
    address: `http://127.0.0.1:${quire.port}`,
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await quire[Symbol.asyncDispose]();
    },
  };
}

/** Titles begin with every letter, days cover ten years. */
function fill(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    insert into form (title, about, remarks, create_time, create_user_id, update_time, update_user_id, is_deleted)
    values ('All of it', '<p>Long</p>', '', 1, 1, 1, 1, 0);
    insert into entry (title, state, price, day)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ENTRIES})
    select char(97 + (i * 7) % 26) || ' entry ' || i, case i % 2 when 0 then 'open' else 'closed' end, i,
      date('2016-01-01', '+' || (i % 3650) || ' days') from n`);
  database.close();
}

/** A page of a new visitor. */
export async function newPage({ browser }: Site): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

/** Signs in on the page that is shown. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('root');
  await page.locator('input[name=password]').fill(rootPassword);
  await page.keyboard.press('Enter');
  await page.locator('.shell').waitFor();
}
