import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { changeSets, problemsOf, update } from '../../support/rows/change-sets.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
const author = await app.granted('写稿', '删稿');
const editor = await app.granted('写稿', '删稿');
const insider = await app.granted('写稿', '删稿', '看内参');
const member = await app.person();
const { fresh, article, make, see, submit, approve } = changeSets(author, editor);

describe('applying', () => {
  it('is refused as a whole if a row has changed since, until the set is based on it', async () => {
    const [one, other] = [await article(), await article()];
    const id = await make([update(one, { body: 'n' }), update(other, { body: 'n' })]);
    await submit(id);
    await editor.done(`PATCH /v1/article/${other}`, { body: 'changed' });
    const seen = await see(id, editor);
    assert.deepEqual([seen.items[0]?.changed, seen.items[1]?.changed], [false, true]);
    assert.deepEqual(seen.items[1]?.changes, { body: { from: 'old', to: 'n', now: 'changed' } });
    const refused = await approve(id);
    assert.equal(refused.status, 400);
    assert.deepEqual(problemsOf(refused.body), [[1, ['body']]]);
    assert.equal((await author.read<{ body: string }>(`/v1/article/${one}`)).body, 'old');
    await author.done(`POST /v1/change-set/${id}/withdraw`);
    await author.done(`POST /v1/change-set/${id}/rebase`);
    await submit(id);
    assert.equal((await approve(id)).status, 200);
    assert.equal((await author.read<{ body: string }>(`/v1/article/${other}`)).body, 'n');
  });

  it('is refused if a row is gone', async () => {
    const row = await article();
    const id = await make([update(row, { body: 'n' })]);
    const version = await submit(id);
    await author.done(`DELETE /v1/article/${row}`);
    assert.equal((await see(id)).items[0]?.gone, true);
    assert.notEqual(
      (await app.root.post(`/v1/change-set/${id}/approve`, { version, apply: true })).status,
      200,
    );
    assert.equal((await see(id)).state, 'submitted');
  });

  it('is refused if a row went after the approval, and names the item', async () => {
    const [row, other] = [await article(), await article()];
    const id = await make([update(other, { body: 'n' }), update(row, { body: 'n' })]);
    await submit(id);
    assert.equal((await approve(id, editor, false)).status, 200);
    await author.done(`DELETE /v1/article/${row}`);
    for (const by of [author, editor]) {
      const refused = await by.post(`/v1/change-set/${id}/apply`);
      assert.deepEqual([refused.status, problemsOf(refused.body)], [400, [[1, []]]]);
    }
    assert.equal((await author.read<{ body: string }>(`/v1/article/${other}`)).body, 'old');
    assert.equal((await see(id)).state, 'approved');
  });

  for (const [who, take] of [
    [
      'the author',
      (person: { id: number }) => app.root.done(`PUT /cms/admin/user/${person.id}`, { group_ids: [] }),
    ],
    [
      'the deactivated author',
      (person: { id: number }) => app.root.done(`DELETE /cms/admin/user/${person.id}/activation`),
    ],
  ] as const)
    it(`needs the rights that ${who} has now`, async () => {
      const person = await app.granted('写稿');
      const row = await article();
      const id = await make([update(row, { body: 'n' })], person);
      await submit(id, person);
      await approve(id, editor, false);
      await take(person);
      const answer = await editor.post(`/v1/change-set/${id}/apply`);
      assert.deepEqual([answer.status, answer.body.code], [409, 10311], answer.text);
      assert.equal((await author.read<{ body: string }>(`/v1/article/${row}`)).body, 'old');
    });

  it('needs the rights that the approver has now', async () => {
    const approver = await app.granted('写稿');
    const row = await article();
    const id = await make([update(row, { body: 'n' })]);
    await submit(id);
    assert.equal((await approve(id, approver, false)).status, 200);
    await app.root.done(`PUT /cms/admin/user/${approver.id}`, { group_ids: [] });
    assert.deepEqual(await author.outcome(`POST /v1/change-set/${id}/apply`), [409, 10311]);
    assert.equal((await member.post(`/v1/change-set/${id}/apply`)).status, 404);
  });

  it('happens once, however many decide and apply at once', async () => {
    const title = fresh();
    const id = await make([{ record: 'article', action: 'create', values: { title } }]);
    const version = await submit(id);
    const people = [editor, app.root, insider, editor];
    const answers = await Promise.all(
      people.map((by) => by.post(`/v1/change-set/${id}/approve`, { version, apply: true })),
    );
    assert.equal(
      answers.filter(({ status }) => status === 200).length,
      1,
      JSON.stringify(answers.map((a) => a.text)),
    );
    const again = await author.post(`/v1/change-set/${id}/apply`);
    assert.equal(again.status, 200, again.text);
    assert.equal((await author.list(`/v1/article?filter[title][eq]=${title}`)).length, 1);
  });
});
