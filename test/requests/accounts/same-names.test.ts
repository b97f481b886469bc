import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { user } from '../../../server/access/accounts/user.collection.ts';
import { argon2id } from '../../../server/access/passwords/argon2id.ts';
import { hashPassword } from '../../../server/access/passwords/passwords.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
const NAME = 'Zoé_Ångström';
const SECRET = 'пароль й é ﬁ straße';
const apart = (text: string) => text.normalize('NFD');

const kept = (username: string) =>
  app.server.store.reads.first(user, (select) => select.where('username', '=', username));
const register = (username: string, password: string) =>
  app.root.post('/cms/user/register', { username, password, confirm_password: password });

before(async () => {
  const made = await register(apart(NAME), apart(SECRET));
  assert.equal(made.status, 201, made.text);
});

describe('an account', () => {
  const names = [
    NAME,
    apart(NAME),
    NAME.toUpperCase(),
    apart(NAME.toLowerCase()),
    ` ${NAME} `,
    'Ｚoé_Ångström',
  ];
  for (const name of names)
    it(`is signed in to, and taken, as ${JSON.stringify(name)}`, async () => {
      assert.equal((await app.logIn(name, SECRET)).status, 200);
      assert.notEqual((await register(name, SECRET)).status, 201);
    });
  it('keeps the case of its name', async () => {
    assert.equal((await kept(NAME))?.username, NAME);
  });
  it('counts failures under any spelling of its name', async () => {
    const { password } = await app.person([], 'Léa');
    for (let n = 0; n < 7; n += 1)
      await app.logIn(['Léa', 'LÉA', apart('léa')][n % 3] ?? '', 'wrong password');
    assert.equal((await app.logIn('lÉa', password)).status, 429);
  });
});

describe('a password', () => {
  it('is the same however its letters are composed, and whatever its blanks are', async () => {
    for (const password of [SECRET, apart(SECRET), SECRET.replaceAll(' ', '\u00a0')])
      assert.equal((await app.logIn(NAME, password)).status, 200);
  });
  it('is repeated in whatever spelling', async () => {
    const body = { username: 'twice', password: SECRET, confirm_password: apart(SECRET) };
    const made = await app.root.post('/cms/user/register', body);
    assert.equal(made.status, 201, made.text);
  });
  it('differs by case, width and blanks at its ends', async () => {
    for (const password of [SECRET.toUpperCase(), ` ${SECRET}`, SECRET.normalize('NFKC')])
      assert.equal((await app.logIn(NAME, password)).status, 401);
  });
  it('that was hashed as it was typed goes on, and is hashed anew without another change', async () => {
    const { id } = await app.person([], 'older');
    const typed = apart(SECRET);
    const raw = await rawHash(typed);
    await app.behind('update quire_user set credential = ? where id = ?', raw, id);
    const before = await kept('older');
    assert.equal((await app.logIn('older', SECRET)).status, 401);
    assert.equal((await app.logIn('older', typed)).status, 200);
    const after = await kept('older');
    assert.notEqual(after?.credential, raw);
    assert.equal(after?.update_time, before?.update_time);
    for (const password of [typed, SECRET]) assert.equal((await app.logIn('older', password)).status, 200);
    assert.equal((await kept('older'))?.credential, after?.credential);
  });
  it('has its length counted in letters', async () => {
    assert.equal((await register('short', apart('éàüçñöä'))).status, 400);
  });
});

/** The hash of a password whose letters were not composed. */
async function rawHash(typed: string): Promise<string> {
  const [, , version, cost, salt = ''] = (await hashPassword('x')).split('$');
  const nonce = Buffer.from(salt, 'base64');
  const message = Buffer.from(typed, 'utf8');
  const tag = await argon2id({ message, nonce, tagLength: 32, memory: 19_456, passes: 2, parallelism: 1 });
  return ['', 'argon2id', version, cost, salt, Buffer.from(tag).toString('base64').replace(/=+$/, '')].join(
    '$',
  );
}
