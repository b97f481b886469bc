import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { uploadImage } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';
import { everythingIn } from '../../support/whole-database.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/guests' });
const path = (id: number) => `/cms/admin/user/${id}/erasure`;
const ADDRESS = 'mei.zhang@private.example';
const NETWORK = '203.0.113.99';
const NICKNAME = 'Prefers no name';

/** Somebody who has left traces wherever a user can leave some. */
async function busyPerson(name: string) {
  const person = await app.person([], name);
  const { path: avatar } = await uploadImage(app, person.access);
  await person.done('PUT /cms/user', { email: ADDRESS, nickname: NICKNAME, avatar });
  const entry = await person.make('/v1/entry', { words: 'theirs' });
  await person.done(`PATCH /v1/entry/${entry}`, { words: 'still theirs' });
  assert.equal((await person.get('/cms/log')).status, 401); // a refusal has a line of its own
  for (let turn = 0; turn < 2; turn += 1)
    await app.nobody.post('/cms/user/login', { username: name, password: 'no, no, no' });
  await app.logIn(name, 'no, no, no', { address: NETWORK });
  await app.root.done(`PUT /cms/admin/user/${person.id}/password`, {
    new_password: 'another-horse-9',
    confirm_password: 'another-horse-9',
  });
  return { person, entry };
}

const lastLine = async () => (await app.root.list<LogLine>('/cms/log?count=1'))[0]?.message;

describe('an erasure', async () => {
  const name = 'mei.zhang(1)';
  const { person, entry } = await busyPerson(name);
  const all = () => everythingIn(app.server.store);
  const found = async (what: string) => (await all()).filter((record) => record.includes(what));

  for (const [who, someone] of [
    ['nobody', app.nobody],
    ['a member', await app.person()],
    ['the person', person],
  ] as const)
    it(`is not for ${who}`, async () => {
      const { status } = await someone.post(path(person.id), { username: name });
      assert.ok([401, 422].includes(status), String(status));
    });

  it('asks for the exact name, and is not for super administrators', async () => {
    for (const username of ['', 'Mei.Zhang(1)', 'root'])
      assert.deepEqual(await app.root.outcome(`POST ${path(person.id)}`, { username }), [400, 10030]);
    assert.deepEqual(await app.root.outcome(`POST ${path(person.id)}`, {}), [400, 10030]);
    assert.deepEqual(await app.root.outcome(`POST ${path(1)}`, { username: 'root' }), [403, 10079]);
    assert.deepEqual(await app.root.outcome(`POST ${path(999)}`, { username: name }), [404, 10021]);
    for (const what of [name, ADDRESS, NICKNAME]) assert.ok((await found(what)).length > 0, what);
  });

  it('leaves neither name nor address in the whole database', async () => {
    await app.root.done(`POST ${path(person.id)}`, { username: name });
    assert.match(String(await lastLine()), new RegExp(`erased user ${person.id}`));
    const english = await app.root.get<{ items: { message: string }[] }>('/cms/log?count=1', {
      headers: { 'accept-language': 'en' },
    });
    assert.equal(english.body.items[0]?.message, `root: Personal data erased: erased user ${person.id}`);
    await until(async () => (await found(NETWORK)).every((record) => !record.startsWith('quire_log:')));
    for (const what of [ADDRESS, NICKNAME, name]) await until(async () => (await found(what)).length === 0);
    for (const what of [ADDRESS, NICKNAME, name])
      for (const asked of [
        '/cms/log?count=100',
        '/cms/log/users?count=100',
        '/cms/admin/users?count=100',
        `/v1/entry/${entry}/history`,
      ])
        assert.ok(!(await app.root.get(asked)).text.includes(what), asked);
  });

  it('keeps what they wrote, as an erased user', async () => {
    assert.equal((await app.root.read<{ words: string }>(`/v1/entry/${entry}`)).words, 'still theirs');
    const history = await app.root.list<Revision>(`/v1/entry/${entry}/history`);
    const erased = { id: person.id, username: `erased user ${person.id}` };
    assert.deepEqual(
      history.map(({ user }) => user),
      [erased, erased],
    );
  });

  it('may be asked for again, and changes nothing', async () => {
    await app.root.done(`POST ${path(person.id)}`, { username: name });
  });

  it('ends every session', async () => {
    assert.equal((await person.get('/cms/user/information')).status, 422);
  });

  it('frees the name for somebody else, who inherits nothing', async () => {
    const next = await app.person([], name);
    assert.notEqual(next.id, person.id);
    assert.equal((await next.patch(`/v1/entry/${entry}`, { words: 'mine' })).status, 404);
    const { nickname, email } = await next.read<{ nickname: string; email: string | null }>(
      '/cms/user/information',
    );
    assert.deepEqual([nickname, email], [next.username, null]);
    await next.make('/v1/entry', { words: 'by another of that name' });
    await app.root.done(`POST ${path(person.id)}`, { username: name });
    assert.equal((await next.get('/cms/user/information')).status, 200);
  });

  it('leaves a name that nobody else may take', async () => {
    for (const username of ['erased user 5', `已抹除的用户 ${person.id}`])
      assert.equal(
        (
          await app.root.post('/cms/user/register', {
            username,
            password: 'correct-horse-7',
            confirm_password: 'correct-horse-7',
          })
        ).status,
        400,
      );
  });

  it('is also of users that were deleted before', async () => {
    const gone = await app.person([], 'long-gone-person');
    await app.root.done(`DELETE /cms/admin/user/${gone.id}`);
    await app.root.done(`POST ${path(gone.id)}`, { username: 'long-gone-person' });
    await until(async () => (await found('long-gone-person')).length === 0);
  });
});

describe('the picture of an erased account', () => {
  const showing = async (spell: (path: string) => string, others?: (path: string) => string) => {
    const person = await app.person();
    const { path: uploaded } = await uploadImage(app, person.access);
    await person.done('PUT /cms/user/avatar', { avatar: spell(uploaded) });
    const other = await app.person();
    if (others) await other.done('PUT /cms/user/avatar', { avatar: others(uploaded) });
    await app.root.done(`POST ${path(person.id)}`, { username: person.username });
    return (await app.nobody.get(`/assets/${uploaded}`)).status;
  };
  const spellings: Record<string, (path: string) => string> = {
    'its path': (path) => path,
    'a path with dots': (path) => `./${path.replace('/', '/./')}`,
    'an address of a former site': (path) => `https://former.test/assets/${path}`,
    'an address in per cent': (path) => `https://former.test/assets/${path.replace('/', '%2F')}`,
  };
  for (const [what, spell] of Object.entries(spellings)) {
    it(`goes where the account named it by ${what}`, async () => {
      assert.equal(await showing(spell), 404);
    });
    it(`stays where another account names it by ${what}`, async () => {
      assert.equal(await showing((path) => path, spell), 200);
    });
  }
});
