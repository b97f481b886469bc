import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { changeSets, problemsOf, update } from '../../support/records/change-sets.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
const author = await app.granted('article.write', 'article.remove');
const editor = await app.granted('article.write', 'article.remove');
const insider = await app.granted('article.write', 'article.remove', 'article.inside');
const member = await app.person();
const keys = keysOf(app);
const { fresh, article, make, see, submit, approve } = changeSets(author, editor);

describe('applying', () => {
  it('is refused as a whole if a record has changed since, until the set is based on it', async () => {
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

  it('is refused if a record is gone', async () => {
    const record = await article();
    const id = await make([update(record, { body: 'n' })]);
    const version = await submit(id);
    await author.done(`DELETE /v1/article/${record}`);
    assert.equal((await see(id)).items[0]?.gone, true);
    assert.notEqual(
      (await app.root.post(`/v1/change-set/${id}/approve`, { version, apply: true })).status,
      200,
    );
    assert.equal((await see(id)).state, 'submitted');
  });

  it('is refused if a record went after the approval, and names the item', async () => {
    const [record, other] = [await article(), await article()];
    const id = await make([update(other, { body: 'n' }), update(record, { body: 'n' })]);
    await submit(id);
    assert.equal((await approve(id, editor, false)).status, 200);
    await author.done(`DELETE /v1/article/${record}`);
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
      const person = await app.granted('article.write');
      const record = await article();
      const id = await make([update(record, { body: 'n' })], person);
      await submit(id, person);
      await approve(id, editor, false);
      await take(person);
      const answer = await editor.post(`/v1/change-set/${id}/apply`);
      assert.deepEqual([answer.status, answer.body.code], [409, 10311], answer.text);
      assert.equal((await author.read<{ body: string }>(`/v1/article/${record}`)).body, 'old');
    });

  it('needs the rights that the approver has now', async () => {
    const approver = await app.granted('article.write');
    const record = await article();
    const id = await make([update(record, { body: 'n' })]);
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

describe('a draft whose records have all changed since', () => {
  const to = (id = 0) => update(id, { body: 'mine' });
  for (const [edit, stale, ask] of [
    ['renamed', [0, 1, 2], (path, _records) => author.done(`PATCH ${path}`, { note: 'why' })],
    [
      'with added items',
      [0, 1, 2],
      async (path, records) => author.done(`POST ${path}/item`, { items: records.slice(3).map(to) }),
    ],
    [
      'with its first item replaced',
      [1, 2],
      (path, [record]) => author.done(`PUT ${path}/item/0`, to(record)),
    ],
    [
      'with its second item replaced',
      [0, 2],
      (path, [, record]) => author.done(`PUT ${path}/item/1`, to(record)),
    ],
    [
      'with its last item replaced',
      [0, 1],
      (path, [, , record]) => author.done(`PUT ${path}/item/2`, to(record)),
    ],
    ['without its first item', [0, 1], (path) => author.done(`DELETE ${path}/item/0`)],
    ['based on them', [], (path) => author.done(`POST ${path}/rebase`)],
  ] as readonly (readonly [
    string,
    readonly number[],
    (path: string, records: readonly number[]) => Promise<unknown>,
  ])[])
    it(`${edit}: only what was sent now is based on the present records`, async () => {
      const records = [await article(), await article(), await article(), await article(), await article()];
      const id = await make(records.slice(0, 3).map(to));
      for (const record of records) await editor.done(`PATCH /v1/article/${record}`, { body: 'theirs' });
      await ask(`/v1/change-set/${id}`, records);
      const { items } = await see(id);
      assert.deepEqual(
        items.flatMap(({ changed }, index) => (changed ? [index] : [])),
        stale,
      );
      assert.deepEqual(
        items.map(({ changes }) => (changes.body as { from: unknown }).from),
        items.map(({ changed }) => (changed ? 'old' : 'theirs')),
      );
      await submit(id);
      const answer = await approve(id);
      if (stale.length === 0) return assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(
        [answer.status, problemsOf(answer.body)],
        [400, stale.map((index) => [index, ['body']])],
      );
      for (const record of records) assert.equal((await author.read(`/v1/article/${record}`)).body, 'theirs');
    });

  it('stays with the key that made it, and takes repeated items once', async () => {
    const program = await keys.program({}, [author.groupId]);
    const other = app.as((await keys.makeKey(program.owner.id)).key);
    const path = `/v1/change-set/${await make([], program)}`;
    for (const name of [fresh(), fresh()]) {
      const items = [{ record: 'writer', action: 'create', values: { name } }];
      const headers = { 'idempotency-key': name };
      const answers = [
        await program.post(`${path}/item`, { items }, { headers }),
        await program.post(`${path}/item`, { items }, { headers }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      assert.equal((await other.post(`${path}/item`, { items })).status, 404);
    }
    assert.equal((await program.list(path)).length, 2);
  });

  it('names refused items by their places among those that it has', async () => {
    const path = `/v1/change-set/${await make([to(await article()), to(await article())])}`;
    const good = async () => to(await article());
    for (const [items, problems] of [
      [[await good(), { record: 'nothing', action: 'create', values: {} }], [[3, ['record']]]],
      [[await good(), { record: 'writer', action: 'create', id: 1, values: { name: 'x' } }], [[3, ['id']]]],
      [[await good(), to(999_999), { ...to(await article()), name: 'x' }], [[4, ['name']]]],
      [[await good(), to(999_999)], [[3, []]]],
    ] as const) {
      const answer = await author.post(`${path}/item`, { items });
      assert.deepEqual([answer.status, problemsOf(answer.body)], [400, problems], answer.text);
    }
    const answer = await author.put(`${path}/item/1`, to(999_999));
    assert.deepEqual(problemsOf(answer.body), [[1, []]]);
  });

  it('keeps the order of its items when one is replaced, so that later ones may name what it makes', async () => {
    const writer = (name: string) => ({ record: 'writer', action: 'create', name: 'ann', values: { name } });
    const title = fresh();
    const by = { record: 'article', action: 'create', values: { title, writer: { $new: 'ann' } } };
    const id = await make([writer(fresh()), by, update(await article(), { body: 'n' })]);
    const name = fresh();
    await author.done(`PUT /v1/change-set/${id}/item/0`, writer(name));
    await submit(id);
    const { body, text } = await approve(id);
    assert.deepEqual(
      body.items?.map((one) => one.status),
      [201, 201, 200],
      text,
    );
    assert.equal((await author.read(`/v1/writer/${body.items[0]?.id}`)).name, name);
  });
});
