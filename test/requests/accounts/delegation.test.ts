import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { job } from '../../../server/background/job.collection.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import type { Grants, LogLine } from '../../support/bodies.ts';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { ADMINISTERS, delegatesOf } from '../../support/records/delegates.ts';

const app = await freshApp({ language: 'en' });
const { team } = delegatesOf(app);
const LOG = 'log.search';
const LOG_NAME = 'Search the log';
const [logId = 0] = await app.permissionIds(LOG);
const { groupId, delegate, member } = await team(...Object.values(ADMINISTERS), LOG);
const other = await app.granted('log.users');
const both = await app.person([groupId, other.groupId]);
const NEW = 'another horse 2';
const passwords = { new_password: NEW, confirm_password: NEW };
const REFUSED = [401, 10000];
let count = 0;
const fresh = () => `made${++count}`;
const account = () => ({ username: fresh(), password: PASSWORD, confirm_password: PASSWORD });
const givenUp = () =>
  app.server.store.write(systemContext('test'), (writes) =>
    writes.create(job, { kind: 'nothing', delivery: fresh(), state: 'failed' }),
  );

/** What a delegate may ask for; it changes a new member of the group. */
type Request = (of: Person) => Promise<readonly [request: string, body?: unknown]>;
const requests: Readonly<Record<string, Request>> = {
  'list users': async () => ['GET /cms/admin/users'],
  'list groups': async () => ['GET /cms/admin/group/all'],
  'create a user': async () => ['POST /cms/user/register', { ...account(), group_ids: [groupId] }],
  'change the groups of a user': async ({ id }) => [`PUT /cms/admin/user/${id}`, { group_ids: [groupId] }],
  'the same at the older path': async ({ id }) => [`PUT /cms/admin/${id}`, { group_id: groupId }],
  'change a name': async ({ id }) => [`PUT /cms/admin/user/${id}`, { nickname: fresh() }],
  'change an address': async ({ id }) => [`PUT /cms/admin/user/${id}`, { email: `${fresh()}@home.test` }],
  'list memberships': async ({ id }) => [`GET /cms/admin/user/${id}/memberships`],
  'give a membership': async ({ id }) => [
    `PUT /cms/admin/user/${id}/memberships/${groupId}`,
    { until: Date.now() + 1e7 },
  ],
  'end a membership': async ({ id }) => [`DELETE /cms/admin/user/${id}/memberships/${groupId}`],
  'reset a password': async ({ id }) => [`PUT /cms/admin/user/${id}/password`, passwords],
  'deactivate a user': async ({ id }) => [`DELETE /cms/admin/user/${id}/activation`],
  'activate a user': async ({ id }) => [`PUT /cms/admin/user/${id}/activation`],
  'delete a user': async ({ id }) => [`DELETE /cms/admin/user/${id}`],
  'list sessions': async ({ id }) => [`GET /cms/admin/user/${id}/sessions`],
  'end sessions': async ({ id }) => [`DELETE /cms/admin/user/${id}/sessions`],
  'see the grid of permissions': async () => ['GET /cms/admin/grants'],
  'list permissions': async () => ['GET /cms/admin/permission'],
  'grant by ids': async () => [
    'POST /cms/admin/permission/dispatch/batch',
    { group_id: groupId, permission_ids: [logId] },
  ],
  'grant by names': async () => ['POST /cms/admin/dispatch/patch', { group_id: groupId, auths: [LOG_NAME] }],
  'grant in the grid': async () => [
    'POST /cms/admin/grants',
    { changes: [{ group_id: groupId, grant: [logId] }] },
  ],
  'preview grants': async () => [
    'POST /cms/access/preview',
    { grants: [{ group_id: groupId, revoke: [logId] }] },
  ],
  'create a service user': async () => [
    'POST /cms/service-user',
    { username: fresh(), group_ids: [groupId] },
  ],
  'list jobs': async () => ['GET /cms/job'],
  'list schedules': async () => ['GET /cms/schedule'],
  'retry a job': async () => [`POST /cms/job/${await givenUp()}/retry`],
};

/** What stays with super administrators. */
const kept: Readonly<Record<string, Request>> = {
  'create a group': async () => ['POST /cms/admin/group', { name: fresh() }],
  'change a group': async () => [`PUT /cms/admin/group/${groupId}`, { name: fresh(), info: '' }],
  'delete a group': async () => [`DELETE /cms/admin/group/${groupId}`],
  'erase a user': async ({ id, username }) => [`POST /cms/admin/user/${id}/erasure`, { username }],
  'delete a job': async () => [`DELETE /cms/job/${await givenUp()}`],
  'explain access': async ({ id }) => [`GET /cms/access/matrix?user=${id}`],
};

describe('to whom administration is delegated, they may', () => {
  for (const [what, request] of Object.entries(requests))
    it(what, async () => {
      const answer = await delegate.ask(...(await request(await app.person([groupId]))));
      assert.ok(answer.status < 300, answer.text);
    });
});

const guest = await app.person();

describe('the same is refused to', () => {
  const ordinary = { nobody: app.nobody, 'a member of another group': other, 'a guest': guest };
  for (const [who, person] of Object.entries(ordinary))
    it(`${who}`, async () => {
      const of = await app.person([groupId]);
      for (const [what, request] of Object.entries({ ...requests, ...kept })) {
        assert.deepEqual(await person.outcome(...(await request(of))), REFUSED, what);
        const [line = '', body] = await request(of);
        const older = line.replace(' /', ' /lin3/');
        assert.equal((await person.ask(older, body)).status, 401, older);
      }
    });
  it('delegates who activate somebody that signed up and awaits approval', async () => {
    const { id } = await app.person([groupId]);
    await app.behind('update quire_user set active = ?, awaits_approval = ? where id = ?', false, true, id);
    for (const request of [`PUT /cms/admin/user/${id}/activation`, `PUT /cms/admin/active/${id}`])
      assert.deepEqual(await delegate.outcome(request), [403, 10280], request);
    await app.root.done(`PUT /cms/admin/user/${id}/activation`);
  });
  it('delegates themselves, where it stays with super administrators', async () => {
    const of = await app.person([groupId]);
    for (const [what, request] of Object.entries(kept))
      assert.deepEqual(await delegate.outcome(...(await request(of))), REFUSED, what);
  });
  it('in the words of super administrators', async () => {
    const [refused, before] = [
      await guest.get('/cms/admin/users'),
      await guest.get('/cms/admin/group?count=1'),
    ];
    assert.equal(refused.body.msg, before.body.msg);
  });
});

describe('a delegate sees', () => {
  const named = async (path: string) => (await delegate.get(path)).text;
  it('the users whom they manage', async () => {
    const text = await named('/cms/admin/users?count=100');
    assert.ok(text.includes(`"${member.username}"`));
    for (const one of [both, other, delegate]) assert.ok(!text.includes(`"${one.username}"`), one.username);
    const { total } = await delegate.read<{ total: number }>(`/cms/admin/users?group_id=${other.groupId}`);
    assert.equal(total, 0);
  });
  it('the users whose sessions they manage, and one of them by the id', async () => {
    const sessions = await app.groupWith(ADMINISTERS.sessions);
    const [one, seen] = [await app.person([sessions]), await app.person([sessions])];
    const found = async (query: string) =>
      (await one.list<{ id: number }>(`/cms/admin/users${query}`)).map(({ id }) => id);
    assert.deepEqual(await found(''), [seen.id]);
    assert.deepEqual(await found(`?id=${seen.id}`), [seen.id]);
    assert.deepEqual(await found(`?id=${member.id}`), []);
    assert.deepEqual(await one.outcome(`DELETE /cms/admin/user/${seen.id}`), REFUSED);
  });
  it('neither break-glass nor the guests where they give permissions', async () => {
    const group = await app.groupWith(ADMINISTERS.grants, 'break_glass.use');
    const one = await app.person([group, 2]);
    assert.doesNotMatch((await one.get('/cms/admin/permission')).text, /Use break-glass/);
    assert.deepEqual(
      (await one.list<Grants>('/cms/admin/grants')).map(({ group_id }) => group_id),
      [group],
    );
  });
  it('their own groups, and the permissions that they hold', async () => {
    for (const path of ['/cms/admin/group/all', '/cms/admin/grants'])
      assert.doesNotMatch(await named(path), new RegExp(`"(id|group_id)":(1|2|${other.groupId})\\b`));
    const permissions = await named('/cms/admin/permission');
    assert.ok(permissions.includes(LOG_NAME));
    assert.ok(!permissions.includes('See who is named in the log'));
  });
});

it('the log names the delegate', async () => {
  const one = await app.person([groupId]);
  await delegate.done(`DELETE /cms/admin/user/${one.id}/activation`);
  const [line] = await app.root.list<LogLine>('/cms/log?count=1');
  assert.equal(line?.username, delegate.username);
  assert.ok(line.message.includes(one.username));
});
