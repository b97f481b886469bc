import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { writtenBeside } from '../../support/records/written-beside.ts';

const app = await freshApp({ contentDir: 'test/content/slow' });
const [author, other] = [await app.person(), await app.person()];
const ITEMS = 100;
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
  assert.ok(beside > 0, 'they waited for the whole of it');
  assert.equal((await titled('beside')).length, beside + 1);
  assert.deepEqual(await titled('tried'), []);
  const { size, state } = await author.read<{ size: number; state: string }>(
    `/v1/change-set/${await proposed}`,
  );
  assert.deepEqual([size, state], [ITEMS, 'draft']);
});

it('others write while a long set is tried that cannot be written, and it is refused by its item', async () => {
  const items = itemsOf('refused');
  const refused = [...items.slice(0, -1), ...items.slice(0, 1)]; // its title is taken by then
  const answer = author.post('/v1/change-set', { title: 'Too many', items: refused });
  assert.ok((await writeBeside(answer, 'alongside')) > 0, 'they waited for the whole of it');
  const { status, body } = await answer;
  assert.equal(status, 400, JSON.stringify(body).slice(0, 300));
  assert.deepEqual(
    (body.items as { index: number }[]).map(({ index }) => index),
    [ITEMS - 1],
  );
  assert.deepEqual(await titled('refused'), []);
});
