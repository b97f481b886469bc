import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FreshApp, freshApp, type Person } from '../../support/fresh-app.ts';
import { engineName } from '../../support/test-database.ts';

// Two servers on one database, to which requests go in turn: each remembers what the other one changes.

const app = await freshApp({ instances: 2 });

/** What a reader of the log gets from both servers. */
async function statusOf(reader: Person): Promise<number> {
  const [one, other] = [(await reader.get('/api/cms/log')).status, (await reader.get('/api/cms/log')).status];
  assert.equal(one, other);
  return one;
}

type Held = Awaited<ReturnType<FreshApp['granted']>>;

const permissionId = async () => (await app.permissionIds('log.list'))[0] ?? assert.fail();

const WAYS: Readonly<Record<string, (reader: Held) => Promise<unknown>>> = {
  'a grant that is revoked': async ({ groupId }) =>
    app.root.done('POST /cms/admin/permission/remove', {
      group_id: groupId,
      permission_ids: [await permissionId()],
    }),
  'a grant that another program deletes': ({ groupId }) =>
    app.behind('delete from quire_grant where group_id = ?', groupId),
  'a grant that an earlier version deletes': ({ groupId }) =>
    app.behind('update quire_grant set is_deleted = true where group_id = ?', groupId),
  'a grant that goes to another group': async ({ groupId }) =>
    app.behind(
      'update quire_grant set group_id = ? where group_id = ?',
      await app.groupWith('log.search'),
      groupId,
    ),
  'a grant that ends': ({ groupId }) =>
    app.behind('update quire_grant set until = 1 where group_id = ?', groupId),
  'a group that is deleted': ({ groupId }) =>
    app.behind('update quire_group set is_deleted = true where id = ?', groupId),
  'a membership that is deleted': ({ id }) =>
    app.behind('delete from quire_membership where user_id = ?', id),
  'a membership that ends': ({ id }) =>
    app.behind('update quire_membership set until = 1 where user_id = ?', id),
  'a user who is moved': async ({ id }) =>
    app.behind(
      'update quire_membership set group_id = ? where user_id = ?',
      await app.groupWith('log.search'),
      id,
    ),
};

describe('a right ends with the next request, at every server:', () => {
  for (const [way, change] of Object.entries(WAYS))
    it(way, async () => {
      const [reader, other] = [await app.granted('log.list'), await app.granted('log.list')];
      assert.equal(await statusOf(reader), 200);
      await change(reader);
      assert.equal(await statusOf(reader), 403);
      assert.equal(await statusOf(other), 200);
    });

  it('a permission that is another one', async () => {
    const reader = await app.granted('log.list');
    assert.equal(await statusOf(reader), 200);
    await app.behind(`update quire_permission set "key" = 'log.other' where "key" = 'log.list'`);
    assert.equal(await statusOf(reader), 403);
    await app.behind(`update quire_permission set "key" = 'log.list' where "key" = 'log.other'`);
    assert.equal(await statusOf(reader), 200);
  });
});

describe('on PostgreSQL', { skip: engineName !== 'postgres' }, () => {
  const elsewhere = (statement: string) =>
    app.behind(`do $$ declare here text := current_schema(); begin
      perform set_config('search_path', 'pg_catalog', true);
      execute format('${statement}', here);
    end $$`);
  it('a right ends as well where another program looks for tables elsewhere', async () => {
    const reader = await app.granted('log.list');
    assert.equal(await statusOf(reader), 200);
    await elsewhere(`delete from %I.quire_grant where group_id = ${reader.groupId}`);
    assert.equal(await statusOf(reader), 403);
  });
  it('all rights end where another program empties the table', async () => {
    const [reader, other] = [await app.granted('log.list'), await app.person()];
    const groupId = await app.groupWith();
    await app.behind('update quire_membership set group_id = ? where user_id = ?', groupId, other.id);
    assert.deepEqual([await statusOf(reader), await statusOf(other)], [200, 403]);
    await elsewhere('truncate %I.quire_grant');
    assert.deepEqual([await statusOf(reader), await statusOf(other)], [403, 403]);
  });
});

describe('a right counts from the next request on, at every server:', () => {
  it('a grant', async () => {
    const reader = await app.granted('log.search');
    assert.equal(await statusOf(reader), 403);
    await app.root.done('POST /cms/admin/permission/dispatch/batch', {
      group_id: reader.groupId,
      permission_ids: [await permissionId()],
    });
    assert.equal(await statusOf(reader), 200);
  });

  it('a membership', async () => {
    const [reader, groupId] = [await app.granted('log.search'), await app.groupWith('log.list')];
    assert.equal(await statusOf(reader), 403);
    await app.behind('update quire_membership set group_id = ? where user_id = ?', groupId, reader.id);
    assert.equal(await statusOf(reader), 200);
  });

  it('several groups together', async () => {
    const groups = [await app.groupWith('log.list'), await app.groupWith('log.search')];
    const reader = await app.person(groups);
    assert.equal(await statusOf(reader), 200);
    await app.behind('delete from quire_grant where group_id = ?', groups[0]);
    assert.equal(await statusOf(reader), 403);
    assert.equal((await reader.get('/api/cms/log/search')).status, 200);
  });
});

it('where the database keeps no stamps, rights are read with each request', async () => {
  await app.behind('delete from quire_stamp');
  const reader = await app.granted('log.list');
  await app.behind('delete from quire_stamp');
  assert.equal(await statusOf(reader), 200);
  await app.behind('delete from quire_grant where group_id = ?', reader.groupId);
  await app.behind('delete from quire_stamp');
  assert.equal(await statusOf(reader), 403);
});
