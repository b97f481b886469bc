import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, type Person } from '../../support/fresh-app.ts';
import { ADMINISTERS, delegatesOf } from '../../support/records/delegates.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp({ language: 'en' });
const { team, terms } = delegatesOf(app);
const LOG = 'log.search';
const FOREIGN = 'log.users';
const FOREIGN_NAME = 'See who is named in the log';
const [logId = 0, foreignId = 0, usersId = 0] = await app.permissionIds(LOG, FOREIGN, ADMINISTERS.users);
const { groupId, delegate, member } = await team(...Object.values(ADMINISTERS), LOG);
const above = await app.granted(FOREIGN);
const both = await app.person([groupId, above.groupId]);
const DAY_MS = 86_400_000;
const SOON = Date.now() + DAY_MS;
const BEYOND = [403, 10280];
const UNKNOWN = [404, 10021];
const NO_GROUP = [404, 10024];
const NEW = 'another horse 2';
const passwords = { new_password: NEW, confirm_password: NEW };
let count = 0;
const fresh = () => `taken${++count}`;
const account = () => ({ username: fresh(), password: PASSWORD, confirm_password: PASSWORD });

type Attack = readonly [request: string, body?: unknown];

describe('a delegate cannot take or give more than they hold:', () => {
  const attacks: Readonly<Record<string, Attack>> = {
    'a user in a group above': ['POST /cms/user/register', { ...account(), group_ids: [above.groupId] }],
    'a user in their own and a group above': [
      'POST /cms/user/register',
      { ...account(), group_ids: [groupId, above.groupId] },
    ],
    'a user among the guests, where they are not': ['POST /cms/user/register', account()],
    'a member into a group above': [`PUT /cms/admin/user/${member.id}`, { group_ids: [above.groupId] }],
    'the same at the older path': [`PUT /cms/admin/${member.id}`, { group_id: above.groupId }],
    'the same by one membership': [`PUT /cms/admin/user/${member.id}/memberships/${above.groupId}`, {}],
    'the same for minutes': [
      `PUT /cms/admin/user/${member.id}/memberships/${above.groupId}`,
      { until: SOON },
    ],
    'an invitation into a group above': [
      'POST /cms/admin/invitation',
      { email: 'a@home.test', group_ids: [above.groupId] },
    ],
    'an invitation among the guests': ['POST /cms/admin/invitation', { email: 'b@home.test' }],
    'a permission they do not hold': [
      'POST /cms/admin/permission/dispatch',
      { group_id: groupId, permission_id: foreignId },
    ],
    'the same with one they hold': [
      'POST /cms/admin/permission/dispatch/batch',
      { group_id: groupId, permission_ids: [logId, foreignId] },
    ],
    'the same by its name': ['POST /cms/admin/dispatch', { group_id: groupId, auth: FOREIGN_NAME }],
    'the same by its key': ['POST /cms/admin/dispatch/patch', { group_id: groupId, auths: ['log.users'] }],
    'the same in the grid, for minutes': [
      'POST /cms/admin/grants',
      { changes: [{ group_id: groupId, grant: [foreignId], until: SOON }] },
    ],
    'a permission they hold, to a group above': [
      'POST /cms/admin/permission/dispatch',
      { group_id: above.groupId, permission_id: logId },
    ],
    'a permission they hold, to the guests': [
      'POST /cms/admin/permission/dispatch',
      { group_id: 2, permission_id: logId },
    ],
    'a permission of a group above, taken away': [
      'POST /cms/admin/permission/remove',
      { group_id: above.groupId, permission_ids: [foreignId] },
    ],
    'the same by its name again': [
      'POST /cms/admin/remove',
      { group_id: above.groupId, auths: [FOREIGN_NAME] },
    ],
    'the same in the grid': [
      'POST /cms/admin/grants',
      { changes: [{ group_id: above.groupId, revoke: [foreignId] }] },
    ],
    'one change within the bounds and one beyond': [
      'POST /cms/admin/grants',
      {
        changes: [
          { group_id: groupId, revoke: [usersId] },
          { group_id: groupId, grant: [foreignId] },
        ],
      },
    ],
    'a program in a group above': [
      'POST /cms/service-user',
      { username: fresh(), group_ids: [above.groupId] },
    ],
  };
  for (const [what, attack] of Object.entries(attacks))
    it(what, async () => {
      const before = await app.root.get('/cms/admin/grants');
      const isAbove = new RegExp(`\\b${above.groupId}\\b`).test(JSON.stringify(attack));
      assert.deepEqual(await delegate.outcome(...attack), isAbove ? NO_GROUP : BEYOND);
      assert.equal((await app.root.get('/cms/admin/grants')).text, before.text, 'and nothing has changed');
    });
  it('the group of the super administrators', async () => {
    for (const [request, body] of [
      ['POST /cms/user/register', { ...account(), group_ids: [1] }],
      [`PUT /cms/admin/user/${member.id}`, { group_ids: [1] }],
      [`PUT /cms/admin/user/${member.id}/memberships/1`, {}],
      ['POST /cms/admin/permission/dispatch', { group_id: 1, permission_id: logId }],
    ] as const)
      assert.deepEqual(await delegate.outcome(request, body), NO_GROUP, request);
  });
});

describe('a delegate has no power over', () => {
  const on = (id: number): Readonly<Record<string, Attack>> => ({
    groups: [`PUT /cms/admin/user/${id}`, { group_ids: [groupId] }],
    address: [`PUT /cms/admin/user/${id}`, { email: 'thief@evil.test' }],
    'older path': [`PUT /cms/admin/${id}`, { email: 'thief@evil.test' }],
    memberships: [`GET /cms/admin/user/${id}/memberships`],
    membership: [`PUT /cms/admin/user/${id}/memberships/${groupId}`, {}],
    'end of a membership': [`DELETE /cms/admin/user/${id}/memberships/${groupId}`],
    password: [`PUT /cms/admin/user/${id}/password`, passwords],
    'password at the older path': [`PUT /cms/admin/password/${id}`, passwords],
    activity: [`DELETE /cms/admin/user/${id}/activation`],
    'activity at the older path': [`PUT /cms/admin/disable/${id}`],
    life: [`DELETE /cms/admin/user/${id}`],
    'life at the older path': [`DELETE /cms/admin/${id}`],
    sessions: [`GET /cms/admin/user/${id}/sessions`],
    'end of all sessions': [`DELETE /cms/admin/user/${id}/sessions`],
    'end of a session': [`DELETE /cms/admin/user/${id}/sessions/1`],
  });
  const victims: Readonly<Record<string, () => Promise<number>>> = {
    root: async () => 1,
    'a super administrator of the same group': async () => {
      const one = await app.superAdministrator();
      await app.behind(
        'insert into quire_membership (user_id, group_id, create_time, update_time, create_user_id, update_user_id) values (?, ?, 1, 1, 1, 1)',
        one.id,
        groupId,
      );
      return one.id;
    },
    'users of another group': async () => above.id,
    'users of their own and another group': async () => both.id,
    guests: async () => (await app.person()).id,
    'users without any group': async () => {
      const one = await app.person([groupId]);
      await app.behind('update quire_membership set until = 1 where user_id = ?', one.id);
      return one.id;
    },
    'themselves, around the old password': async () => delegate.id,
    'users who do not exist': async () => 999_999,
  };
  for (const [who, find] of Object.entries(victims))
    it(who, async () => {
      const id = await find();
      for (const [what, attack] of Object.entries(on(id)))
        assert.deepEqual(await delegate.outcome(...attack), UNKNOWN, what);
    });
});

describe('by a right that ends, a delegate gives', () => {
  /** A delegate whose membership ends, in a group whose members stay. */
  async function deputy() {
    const { groupId: own, member: stays } = await team(...Object.values(ADMINISTERS), LOG);
    const person = await app.person();
    await app.root.done(`PUT /cms/admin/user/${person.id}`, { group_ids: [own] });
    await terms(person, own, SOON);
    return { person, own, stays };
  }
  const beyond: Readonly<Record<string, (at: { own: number; stays: Person }) => Promise<Attack>>> = {
    'a user for good': async ({ own }) => ['POST /cms/user/register', { ...account(), group_ids: [own] }],
    'a membership for good': async ({ own }) => {
      const one = await app.person([own]);
      return [`PUT /cms/admin/user/${one.id}/memberships/${own}`, {}];
    },
    'a membership a moment longer': async ({ own, stays }) => [
      `PUT /cms/admin/user/${stays.id}/memberships/${own}`,
      { until: SOON + 1 },
    ],
    'an invitation': async ({ own }) => [
      'POST /cms/admin/invitation',
      { email: `${fresh()}@home.test`, group_ids: [own] },
    ],
    'a grant for good': async ({ own }) => [
      'POST /cms/admin/permission/dispatch/batch',
      { group_id: own, permission_ids: [logId] },
    ],
    'a grant a moment longer': async ({ own }) => [
      'POST /cms/admin/grants',
      { changes: [{ group_id: own, grant: [logId], until: SOON + 1 }] },
    ],
    'a password by which they act as who stays': async ({ stays }) => [
      `PUT /cms/admin/user/${stays.id}/password`,
      passwords,
    ],
    'an address by which they reset it': async ({ stays }) => [
      `PUT /cms/admin/user/${stays.id}`,
      { email: `${fresh()}@evil.test` },
    ],
    'a program for good': async ({ own }) => [
      'POST /cms/service-user',
      { username: fresh(), group_ids: [own] },
    ],
  };
  for (const [what, attack] of Object.entries(beyond))
    it(`not ${what}`, async () => {
      const at = await deputy();
      assert.deepEqual(await at.person.outcome(...(await attack(at))), BEYOND);
    });
  it('no key that outlasts it, new or rotated', async () => {
    const { person, own } = await deputy();
    const user_id = await app.root.make('/cms/service-user', { username: fresh(), group_ids: [own] });
    const make = (expire_time: number | null) =>
      person.outcome('POST /cms/key', { user_id, name: 'k', expire_time });
    assert.deepEqual(await make(null), [400, 10030]);
    assert.deepEqual(await make(SOON + 1), [400, 10030]);
    assert.deepEqual(await make(SOON), [201, 0]);
    const id = await app.root.make('/cms/key', { user_id, name: 'k' });
    assert.deepEqual(await person.outcome(`POST /cms/key/${id}/rotation`, {}), [400, 10030]);
  });
  it('what ends with it, or before', async () => {
    const { person, own, stays } = await deputy();
    await person.done(`PUT /cms/admin/user/${stays.id}/memberships/${own}`, { until: SOON });
    await person.done('POST /cms/admin/grants', {
      changes: [{ group_id: own, grant: [logId], until: SOON }],
    });
  });
});

describe('a right that is lost meanwhile gives nothing:', () => {
  it('an invitation that is accepted later', async () => {
    const { groupId: own, delegate: inviter } = await team(ADMINISTERS.users, LOG);
    const accept = async (address: string) => {
      const body = { ...account(), token: await app.tokenFor(address) };
      return app.nobody.post('/cms/account', body, { address: app.newNetwork() });
    };
    const invite = (email: string) => inviter.done('POST /cms/admin/invitation', { email, group_ids: [own] });
    await invite('first@home.test');
    assert.equal((await accept('first@home.test')).status, 201);
    await invite('second@home.test');
    await app.root.done(`PUT /cms/admin/user/${inviter.id}`, { group_ids: [] });
    assert.equal((await accept('second@home.test')).status, 403);
  });
  it('an invitation of a delegate is seen and withdrawn by them and super administrators alone', async () => {
    const { groupId: own, delegate: inviter } = await team(ADMINISTERS.users);
    await inviter.done('POST /cms/admin/invitation', { email: 'third@home.test', group_ids: [own] });
    const [{ id } = { id: 0 }] = await inviter.read<{ id: number }[]>('/cms/admin/invitation');
    assert.doesNotMatch((await delegate.get('/cms/admin/invitation')).text, /third/);
    assert.equal((await delegate.delete(`/cms/admin/invitation/${id}`)).status, 404);
    await inviter.done(`DELETE /cms/admin/invitation/${id}`);
  });
  it('requests that race with the loss', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { groupId: own, delegate: giver } = await team(ADMINISTERS.users, ADMINISTERS.grants, LOG);
      const target = await app.person([own]);
      const until = Date.now() + DAY_MS;
      const gives = Array.from({ length: 4 }, () =>
        giver.ask(`PUT /cms/admin/user/${target.id}/memberships/${own}`, { until }),
      );
      const lost = app.root.done(`DELETE /cms/admin/user/${giver.id}/memberships/${own}`);
      await Promise.all([...gives, lost]);
      // What is sent after the loss was acknowledged is refused; nothing in between broke.
      const late = await giver.ask(`PUT /cms/admin/user/${target.id}/memberships/${own}`, { until });
      assert.deepEqual([late.status, late.body.error_code], [401, 10000]);
    }
  });
});
