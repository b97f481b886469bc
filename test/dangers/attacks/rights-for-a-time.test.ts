import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, type Person } from '../../support/fresh-app.ts';
import { accessWalks, gained } from '../../support/records/access-walk.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { ADMINISTERS } from '../../support/records/delegates.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp({ scim: true, breakGlassMinutes: 30 });
const { writes, access, walk } = await accessWalks(app);
const keys = keysOf(app);
const MINUTE_MS = 60_000;
const BEYOND = [403, 10280];

/** A super administrator for a time. */
const temporary = {
  async 'by break-glass'() {
    const one = await app.granted('break_glass.use');
    const body = { password: PASSWORD, reason: 'Nobody answers the telephone', minutes: 5 };
    return { one, ...(await one.done<{ until: number }>('POST /cms/admin/break-glass', body)) };
  },
  async 'by a membership that ends'() {
    const until = Date.now() + 5 * MINUTE_MS;
    const one = await app.superAdministrator();
    await app.behind('update quire_membership set until = ? where user_id = ?', until, one.id);
    return { one, until };
  },
  async 'who holds all permissions to administer for good'() {
    const one = await app.person([await app.groupWith('break_glass.use', ...Object.values(ADMINISTERS))]);
    const body = { password: PASSWORD, reason: 'Nobody answers the telephone', minutes: 5 };
    return { one, ...(await one.done<{ until: number }>('POST /cms/admin/break-glass', body)) };
  },
};

async function around() {
  const victim = await app.member(`victim${Math.random()}@home.test`);
  const groupId = await app.groupWith('log.search');
  const { id: serviceUser } = await keys.serviceUser();
  return { victim, at: { groupId, serviceUser, ids: [victim.id, 1] } };
}

/** When a key ends, as the walk reads it. */
function endOf(key: string): number {
  const end = Object.fromEntries(JSON.parse(key) as [string, unknown][]).expire_time;
  return end === null ? Number.POSITIVE_INFINITY : Number(end);
}

for (const [how, make] of Object.entries(temporary))
  describe(`a super administrator ${how}`, () => {
    it('gives nothing for good, by whatever route', async () => {
      const { one, until } = await make();
      const { at } = await around();
      const before = await access(one.id);
      // What is read as somebody else, and what only the caller holds, end with the right or with the account.
      const others = writes.filter(
        ({ method, path }) =>
          method !== 'DELETE' &&
          !/^\/cms\/(user|account|console)(?!\/register)|impersonation|erasure|disable/.test(path),
      );
      await walk([one.access], others, at);
      const after = new Map(await access(one.id));
      const keys = [...(after.get('apiKey') ?? [])].filter((key) => endOf(key) > until); // renewed ones end with the right
      assert.deepEqual(gained(before, after.set('apiKey', new Set(keys))), []);
    });
    it('gives until the end of the own right, and not a moment longer', async () => {
      const { one, until } = await make();
      const { victim, at } = await around();
      const [permission = 0] = await app.permissionIds('log.search');
      const attempts = (end: number | null): [string, object][] => [
        [`PUT /cms/admin/user/${victim.id}/memberships/${at.groupId}`, { until: end }],
        ['POST /cms/admin/grants', { changes: [{ group_id: at.groupId, grant: [permission], until: end }] }],
      ];
      for (const [request, body] of [...attempts(null), ...attempts(until + 1)])
        assert.deepEqual(await one.outcome(request, body), BEYOND, request);
      for (const [request, body] of attempts(until)) await one.done(request, body);
      const key = (expire_time: number | null) =>
        one.outcome('POST /cms/key', { user_id: at.serviceUser, name: 'k', expire_time });
      assert.deepEqual(
        [await key(null), await key(until + 1)],
        [
          [400, 10030],
          [400, 10030],
        ],
      );
      assert.deepEqual(await key(until), [201, 0]);
    });
    it('takes away, and lets nobody in', async () => {
      const { one } = await make();
      const { victim, at } = await around();
      await one.done(`DELETE /cms/admin/user/${victim.id}/sessions`);
      await one.done(`DELETE /cms/admin/user/${victim.id}/activation`);
      const back = await one.ask(`PUT /cms/admin/user/${victim.id}/activation`);
      assert.ok([403, 404].includes(back.status), back.text); // 404 by rights of a delegate that last
      await one.done(`DELETE /cms/admin/group/${at.groupId}`);
    });
  });

describe('a delegate whose permission to manage users ends', () => {
  it('sets no password and no address, makes nobody, and gives no longer than that', async () => {
    const groupId = await app.groupWith('log.search');
    const [one, member] = [await app.person([groupId]), await app.person([groupId])];
    const until = Date.now() + 5 * MINUTE_MS;
    const [manage] = await app.permissionIds(ADMINISTERS.users);
    await app.root.done('POST /cms/admin/grants', {
      changes: [{ group_id: groupId, grant: [manage], until }],
    });
    const account = { username: 'forever', password: PASSWORD, confirm_password: PASSWORD };
    const refused: readonly [string, object][] = [
      ['POST /cms/user/register', { ...account, group_ids: [groupId] }],
      ['POST /cms/admin/invitation', { email: 'i@home.test', group_ids: [groupId] }],
      [
        `PUT /cms/admin/user/${member.id}/password`,
        { new_password: 'another horse 2', confirm_password: 'another horse 2' },
      ],
      [`PUT /cms/admin/user/${member.id}`, { email: 'own@evil.test' }],
      [`PUT /cms/admin/user/${member.id}/memberships/${groupId}`, {}],
      [`PUT /cms/admin/user/${member.id}/memberships/${groupId}`, { until: until + 1 }],
    ];
    for (const [request, body] of refused)
      assert.deepEqual(await one.outcome(request, body), BEYOND, request);
    await one.done(`PUT /cms/admin/user/${member.id}/memberships/${groupId}`, { until });
  });
});

it('a permission to break the glass that ends makes nobody a super administrator for longer', async () => {
  const groupId = await app.groupWith('log.search');
  const one: Person = await app.person([groupId]);
  const until = Date.now() + MINUTE_MS;
  const [glass] = await app.permissionIds('break_glass.use');
  await app.root.done('POST /cms/admin/grants', { changes: [{ group_id: groupId, grant: [glass], until }] });
  const body = { password: PASSWORD, reason: 'Nobody answers the telephone', minutes: 30 };
  assert.equal((await one.done<{ until: number }>('POST /cms/admin/break-glass', body)).until, until);
});
