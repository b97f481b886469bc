import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD, type Person, type Tokens } from '../../support/fresh-app.ts';
import { administration, INVALID, NOT_REFRESHED, WELCOME } from '../../support/records/administration.ts';
import { NEW_PASSWORD, ownSession } from '../../support/sign-in/session.ts';

const app = await freshApp();
const { auths } = administration(app);
const { refresh, changePassword } = ownSession(app);

describe('changing the password', () => {
  it('ends the other sessions, those of the same second too, and the old password', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    const changed = await changePassword(person.access, PASSWORD);
    assert.equal(changed.status, 200);
    assert.deepEqual(await auths(other.access), INVALID);
    assert.equal((await refresh(other.refresh)).status, 401);
    assert.deepEqual(await auths(changed.body.access_token), WELCOME);
    assert.equal((await app.logIn(person.username)).status, 401);
    assert.equal((await app.logIn(person.username, NEW_PASSWORD)).status, 200);
  });
  it('needs the old one, and a confirmation', async () => {
    const person = await app.person();
    const wrong = await changePassword(person.access, 'not the old one');
    assert.deepEqual([wrong.status, wrong.body.error_code], [400, 10032]);
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD, confirm_password: 'other words' };
    const unlike = await person.put('/cms/user/change_password', body);
    assert.deepEqual([unlike.status, unlike.body.error_code], [400, 10030]);
    assert.equal((await app.logIn(person.username)).status, 200);
  });
  it('keeps to the lengths', async () => {
    const { access } = await app.person();
    for (const password of ['short', 'x'.repeat(129), 'line\nbreak'])
      assert.equal((await changePassword(access, PASSWORD, password)).status, 400, password);
    assert.equal((await changePassword(access, PASSWORD, '汉字 and 𠮷 ✓')).status, 200);
    const { access: other, username } = await app.person();
    const longest = [...'汉字 and 𠮷 ✓ '.repeat(12)].slice(0, 128).join('');
    assert.equal((await changePassword(other, PASSWORD, longest)).status, 200);
    assert.equal((await app.logIn(username, longest)).status, 200);
    assert.equal((await app.logIn(username, longest.slice(0, -1))).status, 401);
  });
  it('lets one of two parallel changes win', async () => {
    const { access, username } = await app.person();
    const words = ['first words 1', 'second words 2'];
    const answers = await Promise.all(words.map((word) => changePassword(access, PASSWORD, word)));
    const [winning, losing] = answers.map(({ status }) => status).sort();
    // The loser finds the password changed, or its token renewed.
    assert.ok(winning === 200 && (losing === 400 || losing === 422), `${winning}, ${losing}`);
    const winner = words[answers.findIndex(({ status }) => status === 200)];
    assert.equal((await app.logIn(username, winner)).status, 200);
  });
});

describe('a changed password', () => {
  const body = { new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  const ways = {
    'by the owner': (base: string, { access }: Person) =>
      app.as(access).put<Tokens>(`${base}/cms/user/change_password`, { old_password: PASSWORD, ...body }),
    'by a super administrator, of themselves': (base: string, { access, id }: Person) =>
      app.as(access).put<Tokens>(`${base}/cms/admin/user/${id}/password`, body),
  };
  for (const [how, change] of Object.entries(ways))
    for (const base of ['', '/lin3'])
      it(`${how} on ${base || '/'} ends all copies of the tokens, and answers new ones`, async () => {
        const owner = await app.superAdministrator();
        const signedIn = await app.send<Tokens>('POST', `${base}/cms/user/login`, {
          body: { username: owner.username, password: PASSWORD },
        });
        const copied = (await refresh(signedIn.refresh_token)).body;
        const { status, body } = await change(base, { ...owner, access: copied.access_token });
        assert.deepEqual([status, body.error_code ?? body.code], [200, 4]);
        for (const old of [signedIn, copied]) {
          assert.deepEqual(await auths(old.access_token), INVALID);
          const refreshed = await refresh(old.refresh_token);
          assert.deepEqual([refreshed.status, refreshed.body.error_code], NOT_REFRESHED);
        }
        assert.deepEqual(
          await auths(body.access_token),
          WELCOME,
          'and the alarm of the old ones ended nothing',
        );
        assert.equal((await refresh(body.refresh_token)).status, 200);
      });
});
