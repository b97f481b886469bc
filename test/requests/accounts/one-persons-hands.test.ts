import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, type Person } from '../../support/fresh-app.ts';
import { keysOf, type MadeKey } from '../../support/records/api-keys.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await accountApp({
  language: 'en',
  approvals: true,
  scim: true,
  breakGlassMinutes: 30,
  contentDir: 'test/content/sets',
});
const factors = secondFactorsOf(app);
const groupId = await app.root.make('/cms/admin/group', { name: 'Team' });
const OWN = [403, 10282];
const DONE = [200, 0];
const NEW = 'another horse 2';
const NEWER = 'a third horse 3';
const passwordsOf = (word: string) => ({ new_password: word, confirm_password: word });
let count = 0;
const address = () => `person${++count}@home.test`;

/** A super administrator with an address that counts as verified by a link in a mail. */
async function chief(): Promise<Person & { readonly email: string }> {
  const [one, email] = [await app.superAdministrator(), address()];
  const verified = `update quire_user set email = ?, email_key = ?, email_standing = 'verified' where id = ?`;
  await app.behind(verified, email, email, one.id);
  return { ...one, email };
}
const keys = keysOf(app);

/** A group whose members manage each other, by hand or by a directory. */
const crewId = await app.root.make('/cms/admin/group', { name: 'Crew' });
const joinCrew = ({ id }: { readonly id: number }) =>
  app.behind('update quire_membership set group_id = ? where user_id = ?', crewId, id);
for (const id of await app.permissionIds('user.manage', 'log.search', 'directory.provision'))
  await app.behind(
    'insert into quire_grant (group_id, permission_id, reason, end_logged, create_time, update_time, create_user_id, update_user_id, is_deleted) values (?, ?, ?, false, 1, 1, 1, 1, false)',
    ...[crewId, id, ''],
  );

/** A member of the crew, and how a directory with this key gives them another address. */
async function provisioned() {
  const [owner, { id: robot }] = [await chief(), await keys.serviceUser()];
  await joinCrew(owner);
  await joinCrew({ id: robot });
  async function moveBy({ key }: Pick<MadeKey, 'key'>): Promise<string> {
    const email = address();
    const Operations = [{ op: 'replace', path: 'emails', value: [{ value: email }] }];
    const sent = { token: key, body: { Operations } };
    await app.send('PATCH', `/scim/v2/Users/${owner.id}`, sent);
    return email;
  }
  return { owner, robot, moveBy };
}
type Client = Pick<Person, 'make' | 'read' | 'outcome'>;
const signedIn = async ({ username }: Pick<Person, 'username'>, password = PASSWORD) =>
  app.as((await app.signIn(username, password)).access);

/** What needs somebody else: asked for by one, and how another decides. */
const matters: Readonly<Record<string, (asker: Client) => Promise<(by: Client) => Promise<unknown>>>> = {
  async 'a membership'(asker) {
    const { id: user_id } = await app.person();
    const id = await asker.make('/cms/admin/request', { user_id, group_id: groupId, reason: 'Needed' });
    const listed = await asker.read<{ id: number; shown: string }[]>('/cms/admin/request');
    const shown = listed.find((one) => one.id === id)?.shown;
    return (by) => by.outcome(`PUT /cms/admin/request/${id}`, { shown });
  },
  async 'a change set'(asker) {
    const items = [{ record: 'law', action: 'create', values: { title: `law ${++count}` } }];
    const id = await asker.make('/v1/change-set', { title: 'New', items });
    await asker.outcome(`POST /v1/change-set/${id}/submit`);
    return (by) => by.outcome(`POST /v1/change-set/${id}/approve`, { version: 2, apply: true });
  },
};

/** How somebody comes to act as another. */
const takeovers: Readonly<Record<string, (thief: Person, owner: Person) => Promise<Client>>> = {
  async 'whose password they set'(thief, owner) {
    await thief.done(`PUT /cms/admin/user/${owner.id}/password`, passwordsOf(NEW));
    return signedIn(owner, NEW);
  },
  async 'whose password they set, and changed once more as them'(thief, owner) {
    await thief.done(`PUT /cms/admin/password/${owner.id}`, passwordsOf(NEW));
    const own = await signedIn(owner, NEW);
    await own.done('PUT /cms/user/change_password', { old_password: NEW, ...passwordsOf(NEWER) });
    return signedIn(owner, NEWER);
  },
  async 'whose address they set, to reset the password by a mail'(thief, owner) {
    const email = address();
    await thief.done(`PUT /cms/admin/user/${owner.id}`, { email });
    await app.askFor('reset', email);
    const token = await app.tokenFor(email);
    await app.nobody.done('PUT /cms/account/password', { token, ...passwordsOf(NEW) });
    return signedIn(owner, NEW);
  },
  async 'whose password they set, to give an address of their own as them'(thief, owner) {
    await thief.done(`PUT /cms/admin/user/${owner.id}/password`, passwordsOf(NEW));
    const [own, email] = [await signedIn(owner, NEW), address()];
    await own.post('/cms/account/address', { email, password: NEW }, { address: app.newNetwork() });
    await app.nobody.done('PUT /cms/account/address', { token: await app.tokenFor(email) });
    await app.askFor('reset', email);
    const token = await app.tokenFor(email);
    await app.nobody.done('PUT /cms/account/password', { token, ...passwordsOf(NEWER) });
    return signedIn(owner, NEWER);
  },
  async 'whose password was set by somebody whose password they set'(thief, owner) {
    const between = await chief();
    await thief.done(`PUT /cms/admin/user/${between.id}/password`, passwordsOf(NEW));
    const own = await signedIn(between, NEW);
    await own.done(`PUT /cms/admin/user/${owner.id}/password`, passwordsOf(NEW));
    return signedIn(owner, NEW);
  },
};

for (const [what, matter] of Object.entries(matters))
  describe(`${what} that somebody asks for`, () => {
    const ways = Object.entries(takeovers).slice(0, what === 'a membership' ? undefined : 1);
    for (const [how, take] of ways)
      it(`is neither approved nor asked for by them as one ${how}`, async () => {
        const [thief, owner] = [await chief(), await chief()];
        const decide = await matter(thief);
        const puppet = await take(thief, owner);
        assert.deepEqual(await decide(puppet), OWN);
        assert.deepEqual(await (await matter(puppet))(thief), OWN);
        assert.deepEqual(await decide(await chief()), DONE);
      });
  });

describe('a request', () => {
  const matter = matters['a membership'];
  assert.ok(matter);
  it('is approved by a user whose password somebody else set, once they reset it by their own mail', async () => {
    const [asker, owner] = [await chief(), await chief()];
    const decide = await matter(asker);
    await app.root.done(`PUT /cms/admin/user/${owner.id}/password`, passwordsOf(NEW));
    const intruder = await signedIn(owner, NEW);
    await factors.setUpApp(intruder);
    await app.askFor('reset', owner.email);
    const token = await app.tokenFor(owner.email);
    await app.nobody.done('PUT /cms/account/password', { token, ...passwordsOf(NEWER) });
    assert.deepEqual(
      await decide(await signedIn(owner, NEWER)),
      DONE,
      'without the factor that was added meanwhile',
    );
  });
  for (const how of ['made', 'made and revoked'])
    it(`is not decided by one who ${how} the key of the directory that set the asker's address`, async () => {
      const [thief, { owner, robot, moveBy }] = [await chief(), await provisioned()];
      const asked = { user_id: robot, name: 'directory', manages_accounts: true };
      const own = await thief.done<MadeKey>('POST /cms/key', asked);
      const email = await moveBy(own);
      if (how === 'made and revoked') await thief.done(`DELETE /cms/key/${own.id}`);
      await app.askFor('reset', email);
      await app.nobody.done('PUT /cms/account/password', {
        token: await app.tokenFor(email),
        ...passwordsOf(NEW),
      });
      const puppet = await signedIn(owner, NEW);
      const member = await app.person();
      await joinCrew(member);
      const wanted = { user_id: member.id, group_id: crewId, until: Date.now() + 60_000, reason: 'Needed' };
      const id = await puppet.make('/cms/admin/request', wanted);
      const listed = await thief.read<{ id: number; shown: string }[]>('/cms/admin/request');
      const shown = listed.find((one) => one.id === id)?.shown;
      assert.deepEqual(await thief.outcome(`PUT /cms/admin/request/${id}`, { shown }), OWN);
      assert.deepEqual(await (await chief()).outcome(`PUT /cms/admin/request/${id}`, { shown }), DONE);
    });
  it('is approved by a user whose factor somebody else removed, once they have another', async () => {
    const [asker, owner] = [await chief(), await chief()];
    const decide = await matter(asker);
    await factors.setUpApp(owner);
    await app.root.done(`DELETE /cms/admin/user/${owner.id}/second-factor`);
    const back = await signedIn(owner);
    assert.deepEqual(await decide(back), OWN);
    await factors.setUpApp(back);
    assert.deepEqual(await decide(back), DONE);
  });
});

it('a password set by somebody else breaks no glass', async () => {
  const one = await app.person();
  await app.behind('update quire_membership set group_id = ? where user_id = ?', groupId, one.id);
  const [glass] = await app.permissionIds('break_glass.use');
  const asked = { group_id: groupId, permission_ids: [glass], reason: 'Needed' };
  const id = await app.root.make('/cms/admin/request', asked);
  const listed = await app.root.read<{ id: number; shown: string }[]>('/cms/admin/request');
  const shown = listed.find((record) => record.id === id)?.shown;
  assert.deepEqual(await (await chief()).outcome(`PUT /cms/admin/request/${id}`, { shown }), DONE);
  await app.root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(NEW));
  const body = { reason: 'Nobody answers the telephone', password: NEW };
  assert.deepEqual(await (await signedIn(one, NEW)).outcome('POST /cms/admin/break-glass', body), OWN);
});

describe('the owner of an account is told by mail that somebody else', () => {
  const told = async (email: string) => (await app.mailsTo(email))[0]?.subject ?? '';
  it('set the password', async () => {
    const owner = await chief();
    await app.root.done(`PUT /cms/admin/user/${owner.id}/password`, passwordsOf(NEW));
    assert.match(await told(owner.email), /new password/);
  });
  it('changed the address, at the former one', async () => {
    const owner = await chief();
    await app.root.done(`PUT /cms/admin/user/${owner.id}`, { email: address() });
    assert.match(await told(owner.email), /address/);
  });
  it('changed it by a directory, at the former one', async () => {
    const { owner, robot, moveBy } = await provisioned();
    await moveBy(await keys.makeKey(robot, { manages_accounts: true }));
    assert.match(await told(owner.email), /address/);
  });
  it('removed the second factor', async () => {
    const owner = await chief();
    await factors.setUpApp(owner);
    await app.root.done(`DELETE /cms/admin/user/${owner.id}/second-factor`);
    assert.match(await told(owner.email), /second factor/);
  });
});
