import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { type FreshApp, freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await accountApp({ breakGlassMinutes: 30 });
const factors = secondFactorsOf(app);
const PERMISSION = 'break_glass.use';
const REASON = 'The shop is down and nobody answers';
const body = { reason: REASON, password: PASSWORD };
const BREAK = 'POST /cms/admin/break-glass';
const SUPER = 'GET /cms/admin/group';
const REFUSED = [401, 10000];
await app.root.done('PUT /cms/admin/user/1', { email: 'root@home.test' });
const holder = () => app.granted(PERMISSION);
const isSuper = async (one: Pick<Person, 'ask'>) => (await one.ask(SUPER)).status === 200;
const over = (id: number) =>
  app.behind('update quire_membership set until = 1 where user_id = ? and until is not null', id);

describe('break-glass', () => {
  it('makes its holder a super administrator for minutes, and ends by itself', async () => {
    const one = await holder();
    assert.equal(await isSuper(one), false);
    const answer = await one.done<{ until: number }>(BREAK, { ...body, minutes: 5 });
    assert.ok(answer.until > Date.now() && answer.until <= Date.now() + 300_000);
    assert.ok(await isSuper(one));
    await over(one.id);
    assert.equal(await isSuper(one), false);
    await one.done(BREAK, body);
    assert.ok(await isSuper(one), 'and can be used again');
  });
  it('tells for how long it can be used, and until when it lasts', async () => {
    const one = await holder();
    const told = (by: Pick<Person, 'read'>) => by.read('/cms/admin/break-glass');
    assert.deepEqual(await told(one), { minutes: 30, until: null });
    const { until } = await one.done<{ until: number }>(BREAK, body);
    assert.deepEqual(await told(one), { minutes: 30, until });
    await over(one.id);
    assert.deepEqual(await told(one), { minutes: 30, until: null });
    assert.deepEqual(await told(app.root), { minutes: 0, until: null });
  });
  it('is mailed to the super administrators, and logged with its reason', async () => {
    const one = await holder();
    await one.done(BREAK, body);
    const mails = await app.mailsTo('root@home.test');
    assert.ok(mails.some(({ subject, text }) => subject.includes(one.username) && text.includes(REASON)));
    const lines = await app.root.list<LogLine>('/cms/log?count=20');
    assert.ok(lines.some(({ message, username }) => username === one.username && message.includes(REASON)));
  });
  it('is ended by its holder, or by another super administrator', async () => {
    const [one, other] = [await holder(), await holder()];
    for (const each of [one, other]) await each.done(BREAK, body);
    await one.done('DELETE /cms/admin/break-glass');
    assert.equal(await isSuper(one), false);
    await app.root.done(`DELETE /cms/admin/user/${other.id}/memberships/1`);
    assert.equal(await isSuper(other), false);
    assert.deepEqual(await one.outcome('DELETE /cms/admin/break-glass'), [404, 10022]);
  });
  it('does not protect its holder from the others', async () => {
    const one = await holder();
    await one.done(BREAK, body);
    assert.ok((await app.root.get('/cms/admin/users?count=100')).text.includes(`"${one.username}"`));
    await app.root.done(`DELETE /cms/admin/user/${one.id}/activation`);
    assert.equal(await isSuper(one), false);
  });
  it('is not prolonged, and nobody becomes one for good by it', async () => {
    const one = await holder();
    await one.done(BREAK, body);
    assert.deepEqual(await one.outcome(BREAK, body), [400, 10030]);
    const guest = await app.person();
    for (const id of [one.id, guest.id]) {
      assert.equal((await one.put(`/cms/admin/user/${id}/memberships/1`, {})).status, 403);
      assert.equal((await one.put(`/cms/admin/user/${id}`, { group_ids: [1] })).status, 403);
    }
  });
});

describe('whom no mail reaches', () => {
  const breaks = async (on: FreshApp) =>
    (await on.granted(PERMISSION)).done<{ not_told: string[] }>(BREAK, body);
  const lastLine = async (on: FreshApp) =>
    (await on.root.list<LogLine>('/cms/log?count=5')).find(({ message }) => message.includes(REASON))
      ?.message;

  it('is told with the answer, in the log and at a start', async () => {
    const own = await accountApp({ breakGlassMinutes: 30 });
    assert.ok(own.server.notices.some((line) => /BREAK_GLASS_MINUTES.*\broot\b/.test(line)));
    assert.deepEqual((await breaks(own)).not_told, ['root']);
    assert.match((await lastLine(own)) ?? '', /root/);
    await own.root.done('PUT /cms/admin/user/1', { email: 'root@home.test' });
    assert.deepEqual((await breaks(own)).not_told, []);
    assert.doesNotMatch((await lastLine(own)) ?? '', /root/);
  });
  it('is nobody who has set their address themselves', async () => {
    const own = await accountApp({ breakGlassMinutes: 30 });
    const chief = await own.superAdministrator();
    await chief.done('PUT /cms/user', { email: 'chief@home.test' });
    assert.deepEqual((await breaks(own)).not_told, ['root']);
    assert.equal((await own.mailsTo('chief@home.test')).length, 1);
  });
  it('is everybody where no mail is set up', async () => {
    const own = await freshApp({ breakGlassMinutes: 30 });
    await own.root.done('PUT /cms/admin/user/1', { email: 'root@home.test' });
    assert.ok(own.server.notices.some((line) => /BREAK_GLASS_MINUTES.*\broot\b/.test(line)));
    assert.deepEqual((await breaks(own)).not_told, ['root']);
    const off = await freshApp();
    assert.ok(!off.server.notices.some((line) => line.includes('BREAK_GLASS')));
  });
});

describe('break-glass is refused', () => {
  it('to those who do not hold the permission', async () => {
    for (const one of [app.nobody, await app.person(), await app.granted('log.search')])
      assert.deepEqual(await one.outcome(BREAK, body), REFUSED);
  });
  it('to super administrators, who need none', async () =>
    assert.deepEqual(await app.root.outcome(BREAK, body), [400, 10030]));
  it('without the password, without a reason, and for too long', async () => {
    const one = await holder();
    assert.deepEqual(await one.outcome(BREAK, { ...body, password: 'stolen token' }), [400, 10032]);
    assert.deepEqual(await one.outcome(BREAK, { ...body, reason: 'because' }), [400, 10030]);
    assert.deepEqual(await one.outcome(BREAK, { ...body, minutes: 31 }), [400, 10030]);
    assert.equal(await isSuper(one), false);
  });
  it('to a stale session of who has a second factor, until they prove it again', async () => {
    const one = await holder();
    const own = await factors.setUpApp(one);
    await factors.age(one.id);
    assert.deepEqual(await one.outcome(BREAK, body), [403, 10302]);
    await one.done('POST /cms/user/reauthentication', { code: own.app.code() });
    await one.done(BREAK, body);
  });
  it('to programs', async () => {
    const groupId = await app.groupWith(PERMISSION);
    const user_id = await app.root.make('/cms/service-user', { username: 'robot', group_ids: [groupId] });
    const made = await app.root.done<{ key: string }>('POST /cms/key', {
      user_id,
      name: 'all',
      manages_accounts: true,
    });
    assert.deepEqual(await app.as(made.key).outcome(BREAK, body), REFUSED);
  });
  it('where it is off', async () => {
    const off = await freshApp();
    const one = await off.granted(PERMISSION);
    assert.deepEqual(await one.outcome(BREAK, body), [403, 10283]);
    assert.deepEqual(await one.read('/cms/admin/break-glass'), { minutes: 0, until: null });
  });
});

it('its permission is given by super administrators alone', async () => {
  const groupId = await app.groupWith('grant.give', PERMISSION);
  const one = await app.person([groupId]);
  const [permission_id] = await app.permissionIds(PERMISSION);
  const grant = { group_id: groupId, permission_id };
  assert.deepEqual(await one.outcome('POST /cms/admin/permission/dispatch', grant), [403, 10280]);
});
