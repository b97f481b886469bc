import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUser } from '../../../server/access/accounts/accounts.ts';
import { user } from '../../../server/access/accounts/user.collection.ts';
import { adoptHash, noPassword } from '../../../server/access/passwords/passwords.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { administration } from '../../support/records/administration.ts';

const OLD = 'gänseblümchen 7';

/** Hashes of OLD, made by Python's hmac and hashlib. */
const hashes = {
  koa: 'sha1$5f3a90c1$1$4215c26f10171121ec7744272037dc2635f60d94',
  spring: 'pbkdf2sha256:64000:18:24:n:AAECAwQFBgcICQoLDA0ODxAREhMUFRYX:ql0ojuGPzv5OmO6VHUbU6wZx',
  flask: 'pbkdf2:sha256:50000$Zq8vLx2P$3743b2c3b55d8fe3506ff6a1f6291e3539c0d9d2936da03bf9c7886a3f3517a3',
};

const app = await freshApp();
const { admin } = administration(app);

const kept = (username: string) =>
  app.server.store.reads.first(user, (select) => select.where('username', '=', username));

async function adopt(username: string, hash: string): Promise<number> {
  const adopted = await adoptHash(hash);
  const act = systemContext('test');
  const account = { username, email: null, nickname: '', ...adopted, credential: adopted?.credential ?? '' };
  return Number(await app.server.store.write(act, (writes) => createUser(writes, account, [])));
}

describe('a password that another system hashed', () => {
  for (const [system, hash] of Object.entries(hashes)) {
    it(`signs in, once by the hash of ${system} and then by our own`, async () => {
      await adopt(system, hash);
      const before = await kept(system);
      assert.ok(before && before.adopted_rounds > 0);
      assert.ok(!before.credential.includes(hash.slice(-18)), 'the weak hash itself is not kept');
      assert.equal((await app.logIn(system, 'wrong password')).status, 401);
      assert.equal((await kept(system))?.credential, before.credential);
      assert.equal((await app.logIn(system, OLD)).status, 200);
      const after = await kept(system);
      assert.match(after?.credential ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      assert.equal(after?.adopted_rounds, 0);
      assert.equal((await app.logIn(system, OLD)).status, 200);
      assert.equal((await kept(system))?.credential, after?.credential);
    });
  }
  it('cannot be replaced by its hash, or by what is kept', async () => {
    await adopt('hash', hashes.koa);
    for (const password of [hashes.koa, hashes.koa.slice(-40), (await kept('hash'))?.credential ?? ''])
      assert.equal((await app.logIn('hash', password.slice(0, 128))).status, 401);
  });
  it('signs in from several places at once', async () => {
    await adopt('twins', hashes.spring);
    const answers = await Promise.all([1, 2, 3].map(() => app.logIn('twins', OLD)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  });
  it('is forgotten when an administrator sets another one', async () => {
    const id = await adopt('reset', hashes.flask);
    const body = { new_password: PASSWORD, confirm_password: PASSWORD };
    assert.equal((await admin('PUT', `/user/${id}/password`, body)).status, 200);
    assert.equal((await kept('reset'))?.adopted_rounds, 0);
    assert.equal((await app.logIn('reset', OLD)).status, 401);
    assert.equal((await app.logIn('reset')).status, 200);
  });
});

describe('no password is adopted from', () => {
  const unknown = {
    'another format': '$2b$10$abcdefghijklmnopqrstuv',
    'a peppered hash': hashes.spring.replace(':n:', ':y:'),
    'a cut hash': hashes.koa.slice(0, -1),
    'a recipe without a hash': 'sha1$5f3a90c1$1$',
    'several HMACs': hashes.koa.replace('$1$', '$2$'),
    'a cost that would slow every sign-in down': hashes.flask.replace('50000', '99999999'),
    'a plain text': '123456',
    nothing: '',
  };
  for (const [what, hash] of Object.entries(unknown))
    it(what, async () => assert.equal(await adoptHash(hash), undefined));
});

it('no password fits what stands for none', async () => {
  const act = systemContext('test');
  const account = { username: 'locked', email: null, credential: noPassword() };
  await app.server.store.write(act, (writes) => createUser(writes, account, []));
  for (const password of ['x', ' ', account.credential.slice(0, 128)])
    assert.equal((await app.logIn('locked', password)).status, 401);
});
