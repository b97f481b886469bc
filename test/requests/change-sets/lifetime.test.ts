import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeSet } from '../../../server/features/change-sets/change-set.collection.ts';
import { changeSetSweep } from '../../../server/features/change-sets/sweep-sets.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
const { store } = app.server;
const { program, makeKey } = keysOf(app);
const writers = await app.groupWith('article.write');
const editor = await app.granted('article.write');
let count = 0;
const fresh = () => `t${++count}`;
const write = () => ({ record: 'article', action: 'create', values: { title: fresh() } });
const make = (by: Client, items: readonly object[] = [write()]) =>
  by.make('/v1/change-set', { title: fresh(), items });
const records = async (table: string) =>
  Number((await app.database.look(`select count(*) as n from ${table}`))[0]?.n);
const decide = async (id: number, by: Client = editor) => {
  const { version } = await app.root.read<{ version: number }>(`/v1/change-set/${id}`);
  return by.post(`/v1/change-set/${id}/approve`, { version, apply: true });
};

describe('a set of a program', () => {
  it('is made and seen with its key alone', async () => {
    const robot = await program({}, [writers]);
    const id = await make(robot);
    const other = app.as((await makeKey(robot.owner.id, { records: ['writer'] })).key);
    assert.equal((await robot.get(`/v1/change-set/${id}`)).status, 200);
    assert.equal((await other.get(`/v1/change-set/${id}`)).status, 404);
    assert.deepEqual(await other.list('/v1/change-set'), []);
    assert.equal((await other.post(`/v1/change-set/${id}/submit`)).status, 404);
  });

  for (const [what, limits, status] of [
    ['reads only', { read_only: true }, 401],
    ['is for other collections', { records: ['writer'] }, 401],
    ['holds no permission', { permissions: [] }, 401],
    ['is for this collection', { records: ['article'] }, 201],
  ] as const)
    it(`is answered ${status} where the key ${what}`, async () => {
      const robot = await program(limits, [writers]);
      const answer = await robot.post('/v1/change-set', { title: 'x', items: [write()] });
      assert.equal(answer.status, status, answer.text);
    });

  it('is not decided on by a program', async () => {
    const robot = await program({}, [writers]);
    const id = await make(editor);
    await editor.done(`POST /v1/change-set/${id}/submit`);
    assert.equal((await robot.get(`/v1/change-set/${id}`)).status, 404);
    assert.equal((await robot.post(`/v1/change-set/${id}/approve`, { version: 2 })).status, 401);
  });

  it('cannot be applied once its key has ended', async () => {
    const robot = await program({}, [writers]);
    const id = await make(robot);
    await robot.done(`POST /v1/change-set/${id}/submit`);
    await app.root.done(`DELETE /cms/key/${robot.id}`);
    const { status, body } = await decide(id);
    assert.deepEqual([status, body.code], [409, 10311]);
  });

  it('names its key in the history', async () => {
    const robot = await program({ records: ['article'] }, [writers]);
    const id = await make(robot);
    await robot.done(`POST /v1/change-set/${id}/submit`);
    const answer = await decide(id);
    const [made] = (answer.body as { items: { id: number }[] }).items;
    assert.match((await app.root.get(`/v1/article/${made?.id}/history`)).text, /"nightly"/);
  });
});

describe('a set ends', () => {
  it('some time after its last change, with its items', async () => {
    const old = await make(editor);
    const kept = await make(editor);
    await store.write(systemContext('test'), (writes) =>
      writes.update(changeSet, BigInt(old), { change_time: Date.now() - 31 * 86_400_000 }),
    );
    assert.equal((await editor.get(`/v1/change-set/${old}`)).status, 404);
    assert.equal((await editor.post(`/v1/change-set/${old}/submit`)).status, 404);
    const [sets, items] = [await records('quire_change_set'), await records('quire_change_set_item')];
    await changeSetSweep(store, { changeSetDays: 30 }).run(new AbortController().signal);
    assert.deepEqual(
      [await records('quire_change_set'), await records('quire_change_set_item')],
      [sets - 1, items - 1],
    );
    assert.equal((await editor.get(`/v1/change-set/${kept}`)).status, 200);
  });

  it('with the personal data of its author', async () => {
    const { id, username, ...person } = await app.person([writers]);
    const set = await make(person, [
      { record: 'article', action: 'create', values: { title: 'Their words' } },
    ]);
    await app.root.done(`POST /cms/admin/user/${id}/erasure`, { username });
    await store.jobs.idle();
    assert.equal((await app.root.get(`/v1/change-set/${set}`)).status, 404);
    assert.doesNotMatch(
      JSON.stringify(await app.database.look('select * from quire_change_set_item')),
      /Their words/,
    );
  });

  it('no author has more than a number of them', async () => {
    const person = await app.person();
    for (let made = 0; made < 100; made += 1) await make(person, []);
    assert.equal((await person.post('/v1/change-set', { title: 'x' })).status, 400);
  });
});
