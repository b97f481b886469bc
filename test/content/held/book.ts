import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { defineCollection, integer, login, text } from 'quire-cms';

/** A hook may take 5 s; sooner than that the row goes on, and the next one waits as long. */
const EACH_ROW_MS = 3000;

/** Waits while the file exists that TEST_HOLD names, at a hundred rows: for minutes, so that a test can end the process meanwhile. */
async function hold({ row }: { readonly row: { readonly number: number } }): Promise<void> {
  if (row.number <= 700 || row.number > 800) return;
  const last = performance.now() + EACH_ROW_MS;
  while (existsSync(process.env.TEST_HOLD ?? '') && performance.now() < last) await wait(5);
}

/** Books whose writes can be held in the middle of many. */
export default defineCollection({
  name: 'book',
  label: 'Book',
  path: '/v1/book',
  audit: 'full',
  fields: { title: text({ max: 50 }), number: integer({ required: true }) },
  access: { read: login, create: login, update: login, delete: login },
  hooks: { afterCreate: hold, afterDelete: hold },
});
