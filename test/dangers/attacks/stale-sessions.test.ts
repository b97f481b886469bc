import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import { PASSWORD } from '../../support/fresh-app.ts';
import { accessWalks, gained, nameOf } from '../../support/records/access-walk.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const provider = {
  ...{ name: 'company', label: 'Company', issuer: 'http://127.0.0.1:9', clientId: 'quire', scopes: 'openid' },
  ...{ clientSecret: undefined, createsUsers: false, linksByAddress: true, groupsClaim: undefined },
  ...{ groups: [], signsOutThere: false, secondFactors: [] },
};
const app = await accountApp({
  ...{ scim: true, mcp: true, breakGlassMinutes: 30, signUp: 'approval', oidcProviders: [provider] },
  ...{ provider: true, providerRegistration: true },
});
const factors = secondFactorsOf(app);
const { writes, open, access, walk } = await accessWalks(app);

/** What a session can do without a fresh proof though it is about accounts, and why nobody gets access by it. */
const HARMLESS: Readonly<Record<string, string>> = {
  'POST /cms/user/logout': 'ends the own session',
  'DELETE /cms/user/sessions/{id}': 'ends an own session',
  'DELETE /cms/user/sessions': 'ends own sessions',
  'PUT /cms/user/avatar': 'changes a picture',
  'POST /cms/user/reauthentication': 'is the proof',
  'POST /cms/user/reauthentication/options': 'is the proof',
  'DELETE /cms/user/second-factor/device/{id}': 'takes a way in away from oneself',
  'DELETE /cms/user/second-factor/device': 'takes a way in away from oneself',
  'POST /cms/account/verification': 'mails to the address that the account has',
  'POST /cms/oidc/identities': 'ends a visit that began with a proof',
  'POST /cms/oidc/sign-out': 'ends the own session',
  'POST /cms/admin/request': 'gives nothing before somebody else approves it',
  'DELETE /cms/admin/request/{id}': 'gives nothing',
  'DELETE /cms/admin/break-glass': 'ends the own right',
  'DELETE /cms/admin/invitation/{id}': 'takes back what nobody has accepted',
  'POST /cms/admin/permission/remove': 'takes permissions away',
  'POST /cms/admin/remove': 'takes permissions away',
  'DELETE /cms/key/{id}': 'takes a way in away',
  'DELETE /cms/app/{id}': 'takes a way in away',
  'DELETE /cms/user/apps/{id}': 'takes a way in away',
  'DELETE /cms/access/impersonation': 'ends what the session began',
  'POST /cms/access/preview': 'changes nothing',
  'POST /cms/webhook/{id}/test': 'sends to an address that was given with a proof',
  'POST /cms/webhook/{id}/delivery/{delivery}/redelivery': 'sends to an address that was given with a proof',
  'DELETE /cms/webhook/{id}': 'sends nothing any more',
  'POST /cms/comment': 'says something about a record that the writer may read',
  'POST /cms/comment/{id}/reply': 'says something about a record that the writer may read',
  'PATCH /cms/comment/{id}': 'says something about a record that the writer may read',
  'DELETE /cms/comment/{id}': 'says something about a record that the writer may read',
  'POST /cms/comment/{id}/resolve': 'says something about a record that the writer may read',
  'POST /cms/comment/{id}/reopen': 'says something about a record that the writer may read',
  'POST /cms/assignment': 'asks for work on a record, and gives no right to it',
  'PATCH /cms/assignment/{id}': 'asks for work on a record, and gives no right to it',
  'POST /cms/assignment/{id}/done': 'asks for work on a record, and gives no right to it',
  'DELETE /cms/assignment/{id}': 'asks for work on a record, and gives no right to it',
  'POST /cms/notification/read': 'marks what the user was told',
  'PUT /cms/notification/mail': 'mails to the address that the account has',
  'POST /cms/plugin/{name}/action/{part}': 'asks the routes of records as the user, with the proofs of these',
  'POST /cms/quota': 'bounds what callers use, but not signing in',
  'PATCH /cms/quota/{id}': 'bounds what callers use, but not signing in',
  'DELETE /cms/quota/{id}': 'bounds what callers use, but not signing in',
};

/** A super administrator with a second factor whose proof is old, and those on whom they might act. */
async function scene() {
  const thief = await app.superAdministrator();
  const { app: own } = await factors.setUpApp(thief);
  await factors.age(thief.id);
  const victim = await app.member('victim@home.test');
  const idle = await app.person();
  await app.root.done(`DELETE /cms/admin/user/${idle.id}/activation`);
  const groupId = await app.groupWith('break_glass.use', 'key.manage');
  const { id: serviceUser } = await keysOf(app).serviceUser();
  await keysOf(app).makeKey(serviceUser);
  return { thief, own, at: { serviceUser, groupId, ids: [victim.id, idle.id, groupId, 1] } };
}

describe('a session without a fresh proof, of a super administrator with a second factor', async () => {
  const { thief, own, at } = await scene();
  it('does nothing to accounts that is not declared harmless', async () => {
    const free: string[] = [];
    for (const route of writes) {
      const path = encodeURIComponent(route.path.replaceAll(/\{\w+\}/g, '7'));
      const query = `method=${route.method}&path=${path}&user=${thief.id}`;
      const { proof } = await app.root.read<{ proof: string }>(`/cms/access/explain?${query}`);
      if (proof === 'none' && !open.has(nameOf(route))) free.push(nameOf(route));
    }
    assert.deepEqual(free.sort(), Object.keys(HARMLESS).sort());
  });
  it('comes by no number of steps to what would give access', async () => {
    const before = await access(thief.id);
    const { access_token } = await app
      .as(thief.refresh)
      .done<{ access_token: string }>('POST /cms/user/refresh');
    const stays = writes.filter(({ path }) => !/logout|sign-out|sessions/.test(path));
    const refused = await walk([thief.access, access_token], stays, at);
    const known = new Set([...refused, ...open, ...Object.keys(HARMLESS)]);
    assert.deepEqual(
      stays.map(nameOf).filter((name) => !known.has(name)),
      [],
    );
    assert.deepEqual(gained(before, await access(thief.id)), []);
  });
  it('reads no links in mails, by which others come in', async () => {
    for (const path of ['/cms/mail', '/cms/mail/1'])
      assert.deepEqual(await thief.outcome(`GET ${path}`), [403, 10302]);
  });
  it('comes there with the proof', async () => {
    const before = await access(thief.id);
    await thief.done('POST /cms/user/reauthentication', { code: own.code() });
    const over = /logout|sign-out|erasure|change_password|reauthentication/;
    const made = writes.filter(({ method, path }) => method !== 'DELETE' && !over.test(path));
    assert.deepEqual([...(await walk([thief.access], made, { ...at, ids: at.ids.slice(0, 1) }))], []);
    const wanted = [
      'user',
      'membership',
      'group',
      'grant',
      'apiKey',
      'mailToken',
      'impersonation',
      'webhook',
    ];
    const found = gained(before, await access(thief.id));
    assert.deepEqual(
      wanted.filter((name) => !found.includes(name)),
      [],
    );
  });
});

describe('an account that was made by somebody with a second factor', () => {
  const needed = [403, 10303];
  async function maker(...permissions: string[]) {
    const groupId = await app.groupWith(...permissions);
    return { groupId, person: await factors.protectedPerson([groupId]) };
  }
  it('needs one itself before it does what asks others for theirs', async () => {
    const { groupId, person } = await maker('user.manage');
    const [one, other] = [{ name: 'helper' }, { name: 'helped' }];
    for (const { name } of [one, other]) {
      const body = { username: name, password: PASSWORD, confirm_password: PASSWORD, group_ids: [groupId] };
      await person.done('POST /cms/user/register', body);
    }
    const helper = app.as((await app.signIn(one.name)).access);
    const list = await helper.list<ItemOf<'GET /cms/admin/users'>>('/cms/admin/users?count=50');
    const id = list.find(({ username }) => username === other.name)?.id;
    assert.deepEqual(await helper.outcome(`DELETE /cms/admin/user/${id}`), needed);
    await helper.done('PUT /cms/user', { nickname: 'Helper' });
    await factors.setUpApp(helper);
    await helper.done(`DELETE /cms/admin/user/${id}`);
  });
  it('needs one if it was invited, too', async () => {
    const { groupId, person } = await maker('user.manage');
    await person.done('POST /cms/admin/invitation', { email: 'new@home.test', group_ids: [groupId] });
    const token = await app.tokenFor('new@home.test');
    const body = { token, username: 'invited', password: PASSWORD, confirm_password: PASSWORD };
    await app.nobody.done('POST /cms/account', body);
    const invited = app.as((await app.signIn('invited')).access);
    assert.deepEqual(await invited.outcome(`DELETE /cms/admin/user/${person.id}`), needed);
  });
});
