import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/secrets' });
const owner = await app.granted('plan.read');
const colleague = await app.person([owner.groupId]);
const stranger = await app.person();
const manager = await app.granted('view.manage');
const people: readonly [string, Client][] = [
  ['owner', owner],
  ['colleague', colleague],
  ['stranger', stranger],
  ['manager', manager],
  ['root', app.root],
];
const namesFor = async (by: Client, record: string) =>
  (await by.list<ItemOf<'GET /cms/view'>>(`/cms/view?record=${record}`)).map(({ name }) => name);

describe('saved views', () => {
  const ids: Record<string, number> = {};
  before(async () => {
    const save = (by: Client, name: string, more: object) =>
      by.make('/cms/view', { record: 'page', name, state: { sort: '-id' }, ...more });
    ids.own = await save(owner, 'own', {});
    ids.group = await save(owner, 'group', { scope: 'group', group_id: owner.groupId });
    ids.all = await save(manager, 'all', { scope: 'everybody' });
    await owner.make('/cms/view', { record: 'plan', name: 'plans', state: null });
  });

  it('are shown to their owner, to the group, to everybody', async () => {
    const seen = Object.fromEntries(
      await Promise.all(people.map(async ([who, by]) => [who, await namesFor(by, 'page')])),
    );
    assert.deepEqual(seen, {
      owner: ['all', 'group', 'own'],
      colleague: ['all', 'group'],
      stranger: ['all'],
      manager: ['all', 'group'],
      root: ['all', 'group'],
    });
    assert.equal((await app.nobody.get('/cms/view')).status, 401);
  });

  it('of the project are in the description, without those whose fields the caller may not read', async () => {
    const viewsFor = async (by: Client) =>
      (await by.read<{ views?: object[] }>('/cms/definition/page')).views;
    const words = {
      ...{ name: 'words', label: 'Words', kind: 'table', is_first: true },
      ...{ filter: { words: { ne: '-' } }, sort: '-words', columns: ['words', 'id'] },
    };
    const planned = { name: 'planned', label: 'Planned', kind: 'table' };
    assert.deepEqual(await viewsFor(owner), [
      words,
      { ...planned, filter: { plan: { title: { starts: 'a' } } } },
    ]);
    assert.deepEqual(await viewsFor(stranger), [words]);
  });

  it('are shown for collections that the caller may read', async () => {
    const plans = { record: 'plan', name: 'shared', scope: 'everybody', state: 1 };
    const id = await app.root.make('/cms/view', plans);
    assert.deepEqual(await namesFor(owner, 'plan'), ['plans', 'shared']);
    assert.deepEqual(await namesFor(stranger, 'plan'), []);
    assert.equal((await stranger.post('/cms/view', { ...plans, scope: 'mine' })).status, 400);
    await app.root.done(`DELETE /cms/view/${id}`);
  });

  it('hold what was saved, and say who may change it', async () => {
    const [, group, own] = await owner.list<ItemOf<'GET /cms/view'>>('/cms/view?record=page');
    assert.deepEqual(
      [own?.state, own?.scope, own?.group_id, own?.mine, own?.editable],
      [{ sort: '-id' }, 'mine', null, true, true],
    );
    assert.deepEqual([group?.scope, group?.group_id], ['group', owner.groupId]);
    const [first] = await colleague.list<ItemOf<'GET /cms/view'>>('/cms/view?record=page');
    assert.deepEqual([first?.mine, first?.editable], [false, false]);
  });

  it('are changed and deleted by their owner, and shared ones by who manages them', async () => {
    const allowed: Record<string, string[]> = {};
    for (const [which, id] of Object.entries(ids)) {
      allowed[which] = [];
      for (const [who, by] of people) {
        const { status } = await by.patch(`/cms/view/${id}`, { name: which });
        if (status === 200) allowed[which].push(who);
        else assert.equal(status, 404, `${who} ${which}`);
      }
    }
    assert.deepEqual(allowed, {
      own: ['owner'],
      group: ['owner', 'manager', 'root'],
      all: ['manager', 'root'],
    });
    assert.equal((await app.nobody.delete(`/cms/view/${ids.own}`)).status, 401);
    assert.equal((await stranger.delete(`/cms/view/${ids.own}`)).status, 404);
    const gone = await owner.make('/cms/view', { record: 'page', name: 'gone', state: {} });
    await owner.done(`DELETE /cms/view/${gone}`);
    assert.ok(!(await namesFor(owner, 'page')).includes('gone'));
  });

  it('tell which scopes the caller may choose', async () => {
    for (const [by, scopes] of [
      [owner, ['mine', 'group']],
      [manager, ['mine', 'group', 'everybody']],
    ] as const)
      assert.deepEqual((await by.read('/cms/view')).scopes, scopes);
  });

  it('are shared by who may share them', async () => {
    const view = (more: object) => ({ record: 'page', name: 'shared?', state: {}, ...more });
    const cases: readonly [string, Client, object, number][] = [
      ['with everybody', owner, { scope: 'everybody' }, 401],
      ['with everybody', manager, { scope: 'everybody' }, 201],
      ['with another group', stranger, { scope: 'group', group_id: owner.groupId }, 401],
      ['with any group', manager, { scope: 'group', group_id: owner.groupId }, 201],
      ['with no group', owner, { scope: 'group' }, 400],
      ['with a group that is not there', manager, { scope: 'group', group_id: 999 }, 400],
      ['by another word', owner, { scope: 'all' }, 400],
    ];
    for (const [how, by, more, status] of cases) {
      const answer = await by.post<{ id: number }>('/cms/view', view(more));
      assert.equal(answer.status, status, `${how}: ${answer.text}`);
      if (status === 201) await by.done(`DELETE /cms/view/${answer.body.id}`);
    }
    const shared = await owner.patch(`/cms/view/${ids.own}`, { scope: 'everybody' });
    assert.equal(shared.status, 401);
    assert.equal((await owner.patch(`/cms/view/${ids.group}`, { scope: 'mine' })).status, 200);
    assert.ok(!(await namesFor(colleague, 'page')).includes('group'));
  });

  it('are bounded', async () => {
    const view = (more: object) => ({ record: 'page', name: 'big', state: {}, ...more });
    let deep: unknown = 1;
    for (let level = 0; level < 14; level++) deep = [deep];
    for (const more of [
      { state: 'x'.repeat(10_001) },
      { state: deep },
      { name: '' },
      { name: 'x'.repeat(61) },
      { record: 'nothing' },
      { record: '__proto__' },
    ])
      assert.equal(
        (await owner.post('/cms/view', view(more))).status,
        400,
        JSON.stringify(more).slice(0, 60),
      );
  });

  it('end at a number of them', async () => {
    const collector = await app.person();
    const save = (name: string) => collector.post('/cms/view', { record: 'page', name, state: {} });
    for (let made = 0; made < 200; made++) assert.equal((await save(`${made}`)).status, 201);
    assert.equal((await save('one more')).status, 400);
  });
});
