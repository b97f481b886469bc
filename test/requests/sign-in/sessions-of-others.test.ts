import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ItemOf, Session } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { administration, INVALID, WELCOME } from '../../support/records/administration.ts';

const app = await freshApp();
const { auths } = administration(app);
const idOf = async (name: string) => {
  const items = await app.root.list<ItemOf<'GET /cms/admin/users'>>(`/cms/admin/users?keyword=${name}`);
  return items[0]?.id;
};

describe('sessions of another user', () => {
  it('are listed and ended by super administrators', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const path = `/cms/admin/user/${await idOf(one.username)}/sessions`;
    const sessions = await app.root.read<Session[]>(path);
    assert.deepEqual(
      sessions.map(({ current }) => current),
      [false],
    );
    const foreign = await app.root.read<Session[]>(`/cms/admin/user/${await idOf(other.username)}/sessions`);
    assert.equal((await app.root.delete(`${path}/${foreign[0]?.id}`)).status, 404);
    assert.deepEqual(await auths(one.access), WELCOME);
    assert.equal((await app.root.delete(`${path}/${sessions[0]?.id}`)).status, 200);
    assert.deepEqual(await auths(one.access), INVALID);
    assert.deepEqual(await auths(other.access), WELCOME);
    assert.deepEqual(await app.root.read<Session[]>(path), []);
  });
  it('are nobody else’s business', async () => {
    const one = await app.person();
    const path = `/cms/admin/user/${await idOf(one.username)}/sessions`;
    const [session] = await app.root.read<Session[]>(path);
    for (const person of [app.nobody, one, await app.granted('log.search')]) {
      assert.equal((await person.get(path)).status, 401);
      assert.equal((await person.delete(`${path}/${session?.id}`)).status, 401);
    }
    assert.deepEqual(await auths(one.access), WELCOME);
  });
  for (const id of ['999999', 'x', '0'])
    it(`of user ${id} are refused`, async () =>
      assert.ok([400, 404].includes((await app.root.get(`/cms/admin/user/${id}/sessions`)).status)));
});

it('the sessions of all users end by a new secret of the server, and last while it knows the former one', async () => {
  const { databaseUrl, secrets } = app.settings;
  const secret = randomBytes(32).toString('base64url');
  const people = [app.root, await app.person(), await app.superAdministrator()];
  const lasting = await freshApp({ databaseUrl, secrets: [secret, ...secrets] });
  for (const { access } of people)
    assert.equal((await lasting.as(access).get('/cms/user/information')).status, 200);
  const ended = await freshApp({ databaseUrl, secrets: [secret] });
  for (const { access, refresh } of people) {
    assert.deepEqual(await ended.as(access).outcome('GET /cms/user/information'), [422, 10040]);
    assert.deepEqual(await ended.as(refresh).outcome('GET /cms/user/refresh'), [401, 10100]);
  }
});

describe('users', () => {
  it('are found by a part of their name, in any case', async () => {
    const one = await app.person();
    const items = await app.root.list<ItemOf<'GET /cms/admin/users'>>(
      `/cms/admin/users?keyword=${one.username.slice(1).toUpperCase()}`,
    );
    assert.deepEqual(
      items.map(({ username }) => username),
      [one.username],
    );
  });
});
