import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { changeSets, problemsOf, update } from '../../support/records/change-sets.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
const author = await app.granted('article.write', 'article.remove');
const editor = await app.granted('article.write', 'article.remove');
const { article, fresh, make, see, submit, approve } = changeSets(author, editor);

const SCRIPT = '<script>alert(1)</script>';
/** Makes proposals hold what an earlier version let pass. */
const asBefore = (id: number, column: 'sent' | 'base') =>
  app.behind(
    `update quire_change_set_item set ${column} = replace(${column}, 'safe', ?) where set_id = ?`,
    SCRIPT,
    id,
  );

describe('a proposed value that its rule refuses by now', () => {
  it('is shown to nobody, and neither submitted nor approved', async () => {
    const [first, second] = [await article(), await article()];
    const id = await make([
      update(first, { story: 'safe', title: fresh() }),
      { record: 'article', action: 'create', values: { title: fresh(), story: 'safe too' } },
      update(second, { story: 'fine' }),
    ]);
    const other = await make([update(second, { story: 'safe' })]);
    const version = await submit(id);
    await asBefore(id, 'sent');
    await asBefore(other, 'sent');
    for (const by of [author, editor]) {
      const { items } = await see(id, by);
      assert.deepEqual(items[0]?.changes.story, { from: null, to: null, removed: ['to'] });
      assert.deepEqual(items[1]?.changes.story, { to: null, removed: ['to'] });
      assert.deepEqual(items[2]?.changes.story, { from: null, to: 'fine' });
      assert.doesNotMatch(JSON.stringify(items), /script/);
    }
    for (const apply of [false, true]) {
      const { status, body } = await approve(id, editor, apply);
      assert.equal(status, 400);
      assert.deepEqual(problemsOf(body), [
        [0, ['story']],
        [1, ['story']],
      ]);
    }
    const refused = await author.post(`/v1/change-set/${other}/submit`);
    assert.equal(refused.status, 400);
    assert.deepEqual(problemsOf(refused.body), [[0, ['story']]]);
    await editor.done(`POST /v1/change-set/${id}/reject`, { version, reason: 'no' });
  });

  it('is not shown as what a record held before', async () => {
    const id = await author.make('/v1/article', { title: fresh(), story: 'safe' });
    const set = await make([update(id, { story: 'better' })]);
    await asBefore(set, 'base');
    const [item] = (await see(set)).items;
    assert.partialDeepStrictEqual(item?.changes.story, { from: null, to: 'better', removed: ['from'] });
  });
});
