import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { administration, type Group } from '../../support/records/administration.ts';

const app = await freshApp({ language: 'en' });
const { admin, outcome } = administration(app);
const [search, remove] = await app.permissionIds('log.search', 'book.delete');

const heldBy = async (group: number) =>
  (await admin<Group>('GET', `/group/${group}`)).body.permissions.map(({ id }) => id).sort();

describe('grants of several groups', () => {
  it('are changed at once', async () => {
    const [one, two] = [await app.groupWith('log.search'), await app.groupWith()];
    const changes = [
      { group_id: one, grant: [remove], revoke: [search] },
      { group_id: two, grant: [search, remove] },
    ];
    assert.equal((await admin('POST', '/grants', { changes })).status, 200);
    assert.deepEqual(await heldBy(one), [remove]);
    assert.deepEqual(await heldBy(two), [search, remove].sort());
    const { body: grid } = await admin<{ items: { group_id: number; permission_ids: number[] }[] }>(
      'GET',
      '/grants',
    );
    assert.deepEqual(grid.items.find(({ group_id }) => group_id === one)?.permission_ids, [remove]);
    const items = await app.root.list<LogLine>('/cms/log?count=1');
    assert.match(items[0]?.message ?? '', /Delete books.*Search the log/);
  });
  it('are listed with the number of users, and whether the group may be deleted', async () => {
    const { groupId } = await app.granted('log.search');
    const empty = await app.groupWith();
    const { body } = await admin<{ items: { group_id: number; members: number; deletable: boolean }[] }>(
      'GET',
      '/grants',
    );
    const told = (id: number) => body.items.find(({ group_id }) => group_id === id);
    assert.deepEqual([told(groupId)?.members, told(groupId)?.deletable], [1, false]);
    assert.deepEqual([told(empty)?.members, told(empty)?.deletable], [0, true]);
  });
  it('may be told as they are already', async () => {
    const group = await app.groupWith('log.search');
    const changes = [{ group_id: group, grant: [search], revoke: [remove] }];
    assert.equal((await admin('POST', '/grants', { changes })).status, 200);
    assert.deepEqual(await heldBy(group), [search]);
  });
  it('are changed all or not at all', async () => {
    const group = await app.groupWith();
    for (const [bad, answer] of [
      [{ group_id: group, grant: [999_999] }, [404, 10231]],
      [{ group_id: 999_999, grant: [search] }, [404, 10024]],
    ] as const)
      assert.deepEqual(
        await outcome('POST', '/grants', { changes: [{ group_id: group, grant: [search] }, bad] }),
        answer,
      );
    assert.deepEqual(await heldBy(group), []);
  });
  for (const body of [{}, { changes: [] }, { changes: [{}] }, { changes: [{ group_id: 'x' }] }])
    it(`are refused as ${JSON.stringify(body)}`, async () =>
      assert.deepEqual(await outcome('POST', '/grants', body), [400, 10030]));
  it('are for super administrators', async () => {
    const body = { changes: [{ group_id: await app.groupWith(), grant: [search] }] };
    for (const person of [app.nobody, await app.person(), await app.granted('log.search')]) {
      assert.equal((await person.post('/cms/admin/grants', body)).status, 401);
      assert.equal((await person.get('/cms/admin/grants')).status, 401);
    }
  });
});
