import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScimBody } from '../../support/bodies.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';

const PROVISION = 'directory.provision';
const SEARCH = 'log.search';
const LIST = 'log.list';

let count = 0;
/** A directory whose service user and key hold this, and what it does. */
async function directoryOf(app: FreshApp, held: readonly string[] = [], limits: object = {}) {
  const robot = await app.root.make('/cms/service-user', {
    username: `directory${++count}`,
    group_ids: [await app.groupWith(PROVISION, ...held)],
  });
  return keyOf(app, robot, limits);
}

async function keyOf(app: FreshApp, robot: number, limits: object = {}) {
  const asked = { user_id: robot, name: 'sync', manages_accounts: true, ...limits };
  const { key } = await app.root.done<{ key: string }>('POST /cms/key', asked);
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await app.request(method, `/scim/v2/${path}`, {
      token: key,
      headers: { 'content-type': 'application/scim+json' },
      ...(body !== undefined && { body }),
    });
    return { status, text, body: JSON.parse(text || '{}') as ScimBody };
  };
  const patch = async (path: string, op: string, attribute: string, value?: unknown) =>
    (await send('PATCH', path, { Operations: [{ op, path: attribute, value }] })).status;
  const join = (group: number | string, user: number | string) =>
    patch(`Groups/${group}`, 'add', 'members', [{ value: String(user) }]);
  const make = async (path: string, body: object) => {
    const answer = await send('POST', path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  };
  return { send, patch, join, make };
}

const guests = 2;
const settings = { language: 'zh', scim: true } as const;
const app = await freshApp({
  ...settings,
  scimGroups: ['Handed'],
  factorPolicy: { groups: new Set(['Guarded']), graceMs: 86_400_000, freshMs: 600_000 },
});
const approving = await freshApp({ ...settings, scimGroups: ['Handed'], approvals: true });
const directory = await directoryOf(app);
const holding = await directoryOf(app, [SEARCH]);
const name = () => `group ${++count}`;
const email = () => `somebody${++count}@company.test`;
const newUser = () => ({ userName: `person${++count}@company.test` });

describe('a directory', () => {
  it('puts people into groups that hold nothing, and no others', async () => {
    const user = await directory.make('Users', newUser());
    const own = await directory.make('Groups', { displayName: name(), members: [{ value: user }] });
    assert.equal(await directory.patch(`Groups/${own}`, 'remove', `members[value eq "${user}"]`), 200);
    const group = await app.groupWith(SEARCH);
    assert.equal(await directory.join(group, user), 403);
    const body = { displayName: name(), members: [{ value: user }] };
    assert.equal((await directory.send('PUT', `Groups/${group}`, body)).status, 403);
    assert.deepEqual((await directory.send('GET', `Groups/${group}`)).body.members, []);
  });
  it('puts people into groups that hold what its service user holds', async () => {
    const user = await holding.make('Users', newUser());
    assert.equal(await holding.join(await app.groupWith(SEARCH), user), 200);
    assert.equal(await holding.join(await app.groupWith(SEARCH, LIST), user), 403);
  });
  it('gives no more than its key leaves of that', async () => {
    const narrow = await directoryOf(app, [SEARCH], { permissions: ['directory.provision'] });
    const user = await narrow.make('Users', newUser());
    assert.equal(await narrow.join(await app.groupWith(SEARCH), user), 403);
  });
  it('gives nothing for longer than its service user holds it', async () => {
    const robot = await directoryOf(app, []);
    const [record] = await app.database.look(
      'select max(id) as id from quire_user where is_service = ?',
      true,
    );
    const until = Date.now() + 3_600_000;
    const path = `PUT /cms/admin/user/${record?.id}/memberships/${await app.groupWith(SEARCH)}`;
    await app.root.done(path, { until });
    const user = await robot.make('Users', newUser());
    assert.equal(await robot.join(await app.groupWith(SEARCH), user), 403);
  });
  it('hands out a group that the setting names', async () => {
    const group = await app.root.make('/cms/admin/group', {
      name: 'Handed',
      permission_ids: await app.permissionIds(SEARCH),
    });
    const user = await directory.make('Users', newUser());
    assert.equal(await directory.join(group, user), 200);
    assert.equal(await directory.patch(`Groups/${group}`, 'replace', 'displayName', name()), 403);
    assert.equal((await directory.send('DELETE', `Groups/${group}`)).status, 403);
    const other = await app.groupWith(SEARCH);
    assert.equal(await directory.patch(`Groups/${other}`, 'replace', 'displayName', 'Handed 2'), 403);
  });
  it('takes nobody out of a group, and ends no group, that it could not give', async () => {
    const group = await app.groupWith(SEARCH);
    const member = await app.person([group]);
    assert.equal(await directory.patch(`Groups/${group}`, 'remove', 'members'), 403);
    assert.equal((await directory.send('DELETE', `Groups/${group}`)).status, 403);
    assert.equal((await member.get('/cms/log/search')).status, 200);
    assert.equal((await holding.send('DELETE', `Groups/${group}`)).status, 204);
  });
  it('renews no membership that has ended, whatever else it changes', async () => {
    const user = await directory.make('Users', newUser());
    const own = await directory.make('Groups', { displayName: name() });
    const high = await app.groupWith(SEARCH);
    const until = Date.now() + 86_400_000;
    await app.root.done(`PUT /cms/admin/user/${user}/memberships/${high}`, { until });
    await app.behind('update quire_membership set until = 1 where group_id = ?', high);
    const living = async () =>
      (await app.root.read<{ group_id: number; is_over: boolean }[]>(`/cms/admin/user/${user}/memberships`))
        .filter(({ is_over }) => !is_over)
        .map(({ group_id }) => group_id);
    assert.equal(await directory.join(own, user), 200);
    assert.deepEqual(await living(), [guests, Number(own)]);
    assert.equal(await directory.patch(`Groups/${own}`, 'remove', `members[value eq "${user}"]`), 200);
    assert.deepEqual(await living(), [guests]);
    assert.equal(await directory.join(high, user), 403);
    assert.deepEqual((await directory.send('GET', `Groups/${high}`)).body.members, []);
  });
  it('puts somebody back whose membership has ended', async () => {
    const user = await directory.make('Users', newUser());
    const own = await directory.make('Groups', { displayName: name(), members: [{ value: user }] });
    const end = () => app.behind('update quire_membership set until = 1 where group_id = ?', Number(own));
    const members = async () => (await directory.send('GET', `Groups/${own}`)).body.members?.length;
    await end();
    assert.equal(await members(), 0);
    assert.equal(await directory.join(own, user), 200);
    assert.equal(await members(), 1);
    await end();
    assert.equal((await directory.send('DELETE', `Groups/${own}`)).status, 204);
  });
  it('renames no group on which a setting rests', async () => {
    const group = await app.root.make('/cms/admin/group', { name: 'Guarded', info: '' });
    assert.equal(await directory.patch(`Groups/${group}`, 'replace', 'displayName', name()), 403);
    assert.equal((await directory.send('DELETE', `Groups/${group}`)).status, 403);
  });
  it('sets no address of users who hold more, and lets none of them in again', async () => {
    const member = await app.person([await app.groupWith(SEARCH)]);
    const path = `Users/${member.id}`;
    const address = () => [{ value: email(), primary: true }];
    assert.equal(await directory.patch(path, 'replace', 'emails', address()), 403);
    assert.equal(await directory.patch(path, 'replace', 'displayName', 'Ada'), 200);
    assert.equal(await directory.patch(path, 'replace', 'active', false), 200, 'it ends access');
    assert.equal(await directory.patch(path, 'replace', 'active', true), 403);
    assert.equal(await holding.patch(path, 'replace', 'emails', address()), 200);
    assert.equal(await holding.patch(path, 'replace', 'active', true), 200);
  });
  it('approves nobody who signed up', async () => {
    const user = await directory.make('Users', { ...newUser(), active: false });
    await app.behind('update quire_user set awaits_approval = ? where id = ?', true, Number(user));
    assert.equal(await directory.patch(`Users/${user}`, 'replace', 'active', true), 409);
  });
});

it('a directory hands out the groups of the setting alone where a second person must approve', async () => {
  const { root } = approving;
  const group = await root.make('/cms/admin/group', { name: name(), info: '' });
  const [permission] = await approving.permissionIds(PROVISION);
  await approving.behind(
    'insert into quire_grant (group_id, permission_id, reason, end_logged, create_time, update_time, create_user_id, update_user_id, is_deleted) values (?, ?, ?, false, 1, 1, 1, 1, false)',
    group,
    permission,
    '',
  );
  const robot = await root.make('/cms/service-user', { username: 'robot' });
  await approving.behind('update quire_membership set group_id = ? where user_id = ?', group, robot);
  const { join, make } = await keyOf(approving, robot);
  const user = await make('Users', newUser());
  assert.equal(await join(await root.make('/cms/admin/group', { name: name(), info: '' }), user), 409);
  assert.equal(await join(await root.make('/cms/admin/group', { name: 'Handed', info: '' }), user), 200);
});
