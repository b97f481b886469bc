import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { writtenBeside } from '../../support/rows/written-beside.ts';

const app = await freshApp({ contentDir: 'test/content/undone' });
const [author, other] = [await app.person(), await app.person()];
/** The most that a set has. */
const ITEMS = 200;
const itemsOf = (word: string) =>
  Array.from({ length: ITEMS }, (_, index) => ({
    record: 'leaf',
    action: 'create',
    values: { title: `${word} ${index}` },
  }));
const titled = (title: string) =>
  app.root.list(`/v1/leaf?filter[title][starts]=${encodeURIComponent(title)}&count=500`);
const writeBeside = (work: Promise<unknown>, word: string) =>
  writtenBeside(work, (index) => other.make('/v1/leaf', { title: `${word} ${index}` }));

it('others write while a long set is tried, and the set keeps nothing but itself', async () => {
  const proposed = author.make('/v1/change-set', { title: 'Many', items: itemsOf('tried') });
  const beside = await writeBeside(proposed, 'beside');
  assert.ok(beside > 1, 'they waited for the whole of it');
  assert.equal((await titled('beside')).length, beside + 1);
  assert.deepEqual(await titled('tried'), []);
  const { size, state } = await author.read<{ size: number; state: string }>(
    `/v1/change-set/${await proposed}`,
  );
  assert.deepEqual([size, state], [ITEMS, 'draft']);
});
