import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { ADMINISTERS, delegatesOf } from '../../support/records/delegates.ts';

const app = await freshApp({ language: 'en', approvals: true });

const LOG = 'log.search';
const [logId = 0] = await app.permissionIds(LOG);
const NEEDED = [409, 10281];
const OWN = [403, 10282];
const CHANGED = [412, 10062];
const GONE = [404, 10022];
const REFUSED = [401, 10000];
const english = { headers: { 'accept-language': 'en' } };
let count = 0;
const fresh = () => `asked${++count}`;

/** A member of a group of two, whose membership rests on a change behind the server's back. */
async function joined(groupId: number, how = ''): Promise<Person> {
  const person = await app.person();
  await app.behind(`update quire_membership set group_id = ${groupId}${how} where user_id = ?`, person.id);
  return person;
}
/** Two delegates and a member of a group. */
async function group() {
  const groupId = await granted();
  return { groupId, one: await joined(groupId), two: await joined(groupId), member: await joined(groupId) };
}
async function granted() {
  const id = await app.root.make('/cms/admin/group', { name: fresh() });
  const keys = ['user.manage', 'grant.give', 'log.search'];
  for (const key of keys)
    await app.behind(
      'insert into quire_grant (group_id, permission_id, reason, end_logged, create_time, update_time, create_user_id, update_user_id, is_deleted) select ?, id, ?, false, 1, 1, 1, 1, false from quire_permission where quire_permission.key = ?'.replace(
        'quire_permission.key',
        process.env.TEST_ENGINE === 'mysql' ? 'quire_permission.`key`' : 'quire_permission.key',
      ),
      id,
      '',
      key,
    );
  return id;
}
const waiting = (by: Person | typeof app.root) =>
  by.read<ItemOf<'GET /cms/admin/request'>[]>('/cms/admin/request');
async function asked(by: Person | typeof app.root, body: object): Promise<ItemOf<'GET /cms/admin/request'>> {
  const id = await by.make('/cms/admin/request', { reason: 'Needed', ...body });
  const found = (await waiting(by)).find((one) => one.id === id);
  assert.ok(found);
  return found;
}
const approve = (
  by: Pick<Person, 'outcome'>,
  { id, shown }: Pick<ItemOf<'GET /cms/admin/request'>, 'id' | 'shown'>,
) => by.outcome(`PUT /cms/admin/request/${id}`, { shown });

describe('where a second person must approve, nobody alone gives', () => {
  const account = () => ({ username: fresh(), password: PASSWORD, confirm_password: PASSWORD });
  it('anything on any way, not even a super administrator', async () => {
    const { groupId, one, member } = await group();
    const guest = await app.person();
    for (const by of [one, app.root])
      for (const [request, body] of [
        ['POST /cms/user/register', { ...account(), group_ids: [groupId] }],
        ['POST /cms/service-user', { username: fresh(), group_ids: [groupId] }],
        [`PUT /cms/admin/user/${member.id}/memberships/${groupId}`, {}],
        ['POST /cms/admin/permission/dispatch', { group_id: groupId, permission_id: logId }],
        ['POST /cms/admin/permission/dispatch/batch', { group_id: groupId, permission_ids: [logId] }],
        ['POST /cms/admin/dispatch', { group_id: groupId, auth: LOG }],
        ['POST /cms/admin/dispatch/patch', { group_id: groupId, auths: [LOG] }],
        ['POST /cms/admin/grants', { changes: [{ group_id: groupId, grant: [logId] }] }],
      ] as const)
        if (by === app.root || !request.includes('service-user'))
          assert.deepEqual(await by.outcome(request, body), NEEDED, request);
    for (const [request, body] of [
      [`PUT /cms/admin/user/${guest.id}`, { group_ids: [groupId] }],
      ['POST /cms/admin/group', { name: fresh(), permission_ids: [logId] }],
    ] as const)
      assert.deepEqual(await app.root.outcome(request, body), NEEDED, request);
  });
  it('but takes away, and makes guests', async () => {
    const { groupId, one, member } = await group();
    const body = { group_id: groupId, permission_ids: [logId] };
    await one.done('POST /cms/admin/permission/remove', body);
    await one.done(`DELETE /cms/admin/user/${member.id}/memberships/${groupId}`);
    await app.root.done('POST /cms/user/register', account());
  });
});

describe('a request', () => {
  it('for a membership takes effect once somebody else approved it', async () => {
    const { groupId, one, two } = await group();
    const guest = await app.person();
    const request = await asked(app.root, { user_id: guest.id, group_id: groupId });
    assert.deepEqual([request.own, request.permissions.length], [true, 3]);
    assert.equal((await guest.get('/cms/log/search')).status, 401);
    assert.deepEqual(await approve(app.root, request), OWN);
    const other = await app.superAdministrator();
    assert.deepEqual(await approve(other, request), [200, 0]);
    assert.equal((await guest.get('/cms/log/search')).status, 200);
    assert.deepEqual(await approve(other, request), GONE, 'once');
    assert.deepEqual([(await waiting(one)).length, (await waiting(two)).length], [0, 0]);
  });
  it('for a grant is approved by another delegate who holds it', async () => {
    const { groupId, one, two } = await group();
    await app.root.done('POST /cms/admin/permission/remove', { group_id: groupId, permission_ids: [logId] });
    const { id, shown } = await asked(app.root, { group_id: groupId, permission_ids: [logId] });
    assert.deepEqual(await approve(two, { id, shown }), [403, 10280], 'not by who does not hold it');
    assert.deepEqual(await approve(await app.superAdministrator(), { id, shown }), [200, 0]);
    const until = Date.now() + 86_400_000;
    const again = await asked(one, { group_id: groupId, permission_ids: [logId], until });
    assert.deepEqual(await approve(one, again), OWN);
    assert.deepEqual(await approve(two, again), [200, 0]);
  });
  it('is approved only as it was shown', async () => {
    const { groupId } = await group();
    const guest = await app.person();
    const request = await asked(app.root, { user_id: guest.id, group_id: groupId });
    const other = await app.superAdministrator();
    await app.root.done('POST /cms/admin/permission/remove', { group_id: groupId, permission_ids: [logId] });
    assert.deepEqual(await approve(other, request), CHANGED);
    assert.deepEqual(await approve(other, { ...request, shown: '' }), CHANGED);
    assert.equal((await guest.get('/cms/log/search')).status, 401);
  });
  it('gives nothing once the one who asked may not give it any more', async () => {
    const { groupId, one, two } = await group();
    const until = Date.now() + 86_400_000;
    const request = await asked(one, { group_id: groupId, permission_ids: [logId], until });
    await app.root.done(`DELETE /cms/admin/user/${one.id}/memberships/${groupId}`);
    for (const by of [two, app.root]) {
      const { status, text } = await by.put(
        `/cms/admin/request/${request.id}`,
        { shown: request.shown },
        english,
      );
      assert.equal(status, 403);
      assert.match(text, /the requester may no longer give this/);
    }
  });
  it('for a permission that nothing declares any more gives nothing, and hides no other', async () => {
    const { groupId } = await group();
    const [gone = 0] = await app.permissionIds('log.users');
    const request = await asked(app.root, { group_id: groupId, permission_ids: [gone] });
    const other = await app.superAdministrator();
    await app.behind('update quire_permission set mount = false where id = ?', gone);
    const listed = (await waiting(other)).find(({ id }) => id === request.id);
    assert.deepEqual(
      listed?.permissions.map(({ name }) => name),
      ['See who is named in the log'],
    );
    assert.deepEqual(await approve(other, request), [404, 10231]);
    await other.done(`DELETE /cms/admin/request/${request.id}`);
    await app.behind('update quire_permission set mount = true where id = ?', gone);
  });
  it('gives nothing once its end has passed', async () => {
    const { groupId, one, two } = await group();
    const until = Date.now() + 86_400_000;
    const request = await asked(one, { group_id: groupId, permission_ids: [logId], until });
    await app.behind('update quire_access_request set until = 1 where id = ?', request.id);
    const [now] = (await waiting(two)).filter(({ id }) => id === request.id);
    assert.ok(now);
    assert.deepEqual(await approve(two, now), [400, 10030]);
  });
  it('is approved once, of two who do so at the same moment', async () => {
    const { groupId } = await group();
    const guest = await app.person();
    const request = await asked(app.root, { user_id: guest.id, group_id: groupId });
    const others = [await app.superAdministrator(), await app.superAdministrator()];
    const outcomes = await Promise.all(others.map((other) => approve(other, request)));
    assert.deepEqual(outcomes.sort(), [[200, 0], GONE]);
  });
  it('is refused by somebody else, or withdrawn', async () => {
    const { groupId, one, two } = await group();
    const until = Date.now() + 86_400_000;
    for (const [by, says] of [
      [one, /Request \d+ withdrawn: group \D/],
      [two, new RegExp(`Request \\d+ of ${one.username} declined: group \\D`)],
    ] as const) {
      const { id, shown } = await asked(one, { group_id: groupId, permission_ids: [logId], until });
      assert.match((await by.delete(`/cms/admin/request/${id}`)).text, says);
      assert.deepEqual(await approve(app.root, { id, shown }), GONE);
    }
  });
  it('is nobody else’s', async () => {
    const { groupId, member } = await group();
    const { one: foreign } = await group();
    const guest = await app.person();
    const request = await asked(app.root, { user_id: guest.id, group_id: groupId });
    for (const by of [app.nobody, guest]) {
      assert.deepEqual(await by.outcome('GET /cms/admin/request'), REFUSED);
      assert.deepEqual(
        await by.outcome('POST /cms/admin/request', { group_id: groupId, reason: 'x' }),
        REFUSED,
      );
      assert.deepEqual(await approve(by, request), REFUSED);
    }
    assert.deepEqual(await waiting(foreign), []);
    assert.deepEqual(await approve(foreign, request), [404, 10022]);
    assert.deepEqual(await foreign.outcome(`DELETE /cms/admin/request/${request.id}`), [404, 10022]);
    assert.deepEqual(await approve(member, request), [404, 10021]);
  });
  it('asks for no more than one may give', async () => {
    const { groupId, one, member } = await group();
    const above = await app.root.make('/cms/admin/group', { name: fresh() });
    const [foreignId] = await app.permissionIds('log.users');
    const ask = (body: object) => one.outcome('POST /cms/admin/request', { reason: 'x', ...body });
    assert.deepEqual(await ask({ user_id: member.id, group_id: above }), [404, 10024]);
    assert.deepEqual(await ask({ group_id: groupId, permission_ids: [foreignId] }), [403, 10280]);
    assert.deepEqual(await ask({ user_id: one.id, group_id: groupId }), [404, 10021]);
    assert.deepEqual(await ask({ group_id: groupId }), [400, 10030]);
    assert.deepEqual(
      await app.root.outcome('POST /cms/admin/request', { reason: 'x', user_id: member.id, group_id: 1 }),
      [403, 10073],
    );
  });
});

it('delegates of a server without approvals give at once', async () => {
  const free = await freshApp();
  const { delegate, groupId, member } = await delegatesOf(free).team(ADMINISTERS.users);
  await delegate.done(`PUT /cms/admin/user/${member.id}/memberships/${groupId}`, {});
});
