import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillFoldedKeys } from '../../../server/access/accounts/folded-keys.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

const app = await freshApp();
await app.person([], 'Zoë Straße');

const TAKEN = [400, 10071];
const BAD = [400, 10030];
const names = {
  Иван: [201, 11],
  小林tom: [201, 11],
  'ハル haru 春': [201, 11],
  Ζωή: [201, 11],
  'naïve-user_7': [201, 11],
  rooter: [201, 11],
  'zoë straße': TAKEN,
  'ZOË STRASSE': TAKEN,
  'Ｚｏë Straße': TAKEN,
  Root: TAKEN,
  ｒｏｏｔ: TAKEN,
  rооt: BAD,
  Аdmin: BAD,
  αlpha: BAD,
  xⵔy: BAD,
  b𐓂b: BAD,
  '12৩': BAD,
  'b\u2800b': BAD,
  нина: [201, 11],
  ⵜⵉⴼⵉⵏⴰⵖ: [201, 11],
  'আলো ৩': [201, 11],
  r00t: BAD,
  'r.o.o.t': BAD,
  röot: BAD,
  гоот: BAD,
  System: BAD,
  ѕуѕтем: BAD,
  sy5tem: BAD,
  系统: BAD,
  'root as mei': BAD,
  'root  AS mei': BAD,
  'service user mei': BAD,
  'Basil Asher': [201, 11],
} as const;

describe('a new name', () => {
  for (const [username, [status, code]] of Object.entries(names))
    it(`${username} is answered ${status} ${code}`, async () => {
      const body = { username, password: PASSWORD, confirm_password: PASSWORD };
      const made = await app.root.post('/cms/user/register', body);
      assert.deepEqual([made.status, made.body.error_code], [status, code], made.text);
      if (status === 201) return;
      const renamed = await (await app.person()).put('/cms/user', { username });
      assert.deepEqual([renamed.status, renamed.body.error_code], [status, code], renamed.text);
    });
  it('may be the own one in other case, and the old one is free then', async () => {
    const person = await app.person([], 'Fritz');
    await person.done('PUT /cms/user', { username: 'FRITZ' });
    await person.done('PUT /cms/user', { username: 'Fritzi' });
    await app.person([], 'fritz');
  });
  it('is given once where two ask for it in other case', async () => {
    const register = (username: string) =>
      app.root.post('/cms/user/register', { username, password: PASSWORD, confirm_password: PASSWORD });
    const answers = await Promise.all(['Kim', 'kim', 'KIM', 'ｋｉｍ'].map(register));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
  });
});

describe('a name of before', () => {
  it('works on, a twin’s too, and is new to nobody', async () => {
    const [older, younger] = [await app.person([], 'Twin'), await app.person([], 'Other')];
    const bare = 'update quire_user set name_key = null, username = ? where id = ?';
    await app.behind(bare, 'Twin', older.id);
    await app.behind(bare, 'tWIN', younger.id);
    const before = await older.read<{ update_time: number }>('/cms/user/auths');
    for (let start = 0; start < 2; start += 1) await fillFoldedKeys(app.server.store);
    assert.deepEqual(await older.read('/cms/user/auths'), before);
    for (const { access, username } of [
      { ...older, username: 'Twin' },
      { ...younger, username: 'tWIN' },
    ]) {
      await app.signIn(username);
      assert.equal((await app.as(access).put('/cms/user', { username, nickname: 'twin' })).status, 200);
    }
    const third = await (await app.person()).put('/cms/user', { username: 'twin' });
    assert.deepEqual([third.status, third.body.error_code], TAKEN);
  });
  it('that is reserved stays the super administrator’s', async () => {
    await app.root.done('PUT /cms/user', { username: 'chief' });
    const body = { username: 'root', password: PASSWORD, confirm_password: PASSWORD };
    assert.equal((await app.root.post('/cms/user/register', body)).status, 400);
    await app.root.done('PUT /cms/user', { username: 'root' });
  });
});
