import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { changeSets, update } from '../../support/records/change-sets.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
const [author, editor] = [await app.granted('article.write'), await app.granted('article.write')];
const { make, submit, article } = changeSets(author, editor);

it('lists of sets that look at many records are made at most four at a time for a caller', async () => {
  const articles = await Promise.all(Array.from({ length: 50 }, () => article()));
  for (let count = 0; count < 20; count += 1)
    await submit(await make(articles.map((id) => update(id, { body: `new ${count}` }))));
  const list = (by: typeof author) => by.get('/v1/change-set?count=100');
  const [many, other] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, () => list(editor))),
    list(author),
  ]);
  const statuses = Object.groupBy(many, ({ status }) => status);
  // One that ends before the last has begun makes room for another.
  assert.ok((statuses[200]?.length ?? 0) >= 4 && (statuses[429]?.length ?? 0) >= 1);
  assert.equal(statuses[429]?.[0]?.headers['retry-after'], '5');
  assert.equal(other.status, 200);
  assert.equal((await list(editor)).status, 200);
});
