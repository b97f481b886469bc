import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { defineCollection, integer, login, text } from 'quire-cms';

/** A hook may take 5 s; sooner than that the record goes on, and the next one waits as long. */
const EACH_RECORD_MS = 3000;

/** Waits while the file exists that TEST_HOLD names, at a hundred records: for minutes, so that a test can end the process meanwhile. */
async function hold({ record }: { readonly record: { readonly number: number } }): Promise<void> {
  if (record.number <= 700 || record.number > 800) return;
  const last = performance.now() + EACH_RECORD_MS;
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
