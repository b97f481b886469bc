import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { administration, INVALID, WELCOME } from '../support/administration.ts';
import { freshApp, PASSWORD } from '../support/fresh-app.ts';
import { NEW_PASSWORD, ownSession } from '../support/session.ts';

const app = await freshApp();
const { auths } = administration(app);
const { refresh, changePassword } = ownSession(app);

describe('changing the password', () => {
  it('ends the other sessions, those of the same second too, and the old password', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    assert.equal((await changePassword(person.access, PASSWORD)).status, 200);
    assert.deepEqual(await auths(other.access), INVALID);
    assert.equal((await refresh(other.refresh)).status, 422);
    assert.deepEqual(await auths(person.access), WELCOME);
    assert.equal((await app.logIn(person.username)).status, 401);
    assert.equal((await app.logIn(person.username, NEW_PASSWORD)).status, 200);
  });
  it('needs the old one, and a confirmation', async () => {
    const person = await app.person();
    const wrong = await changePassword(person.access, 'not the old one');
    assert.deepEqual([wrong.status, wrong.body.error_code], [400, 10032]);
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD, confirm_password: 'other words' };
    const unlike = await app.request('PUT', '/cms/user/change_password', { token: person.access, body });
    assert.deepEqual([unlike.status, unlike.body.error_code], [400, 10030]);
    assert.equal((await app.logIn(person.username)).status, 200);
  });
  it('keeps to the lengths', async () => {
    const { access } = await app.person();
    for (const password of ['short', 'x'.repeat(129), 'line\nbreak'])
      assert.equal((await changePassword(access, PASSWORD, password)).status, 400, password);
    assert.equal((await changePassword(access, PASSWORD, '汉字 and 𠮷 ✓')).status, 200);
  });
  it('lets one of two parallel changes win', async () => {
    const { access, username } = await app.person();
    const words = ['first words 1', 'second words 2'];
    const answers = await Promise.all(words.map((word) => changePassword(access, PASSWORD, word)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const winner = words[answers.findIndex(({ status }) => status === 200)];
    assert.equal((await app.logIn(username, winner)).status, 200);
  });
});
