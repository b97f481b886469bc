import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { REFUSED } from '../../support/records/administration.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const { serviceUser, makeKey, program, listed } = keysOf(app);
const BAD = [400, 10030];
const HOUR_MS = 3_600_000;
const english = { headers: { 'accept-language': 'en' } };

describe('a service user', () => {
  it('signs in by no password, and gets none', async () => {
    const { id, username } = await serviceUser();
    assert.equal((await app.logIn(username)).status, 401);
    const body = { new_password: 'another word 7', confirm_password: 'another word 7' };
    assert.deepEqual(await app.root.outcome(`PUT /cms/admin/user/${id}/password`, body), [403, 10263]);
  });
  it('alone has keys', async () => {
    const { id } = await app.person();
    assert.deepEqual(await app.root.outcome('POST /cms/key', { user_id: id, name: 'x' }), BAD);
    assert.deepEqual(await app.root.outcome('POST /cms/key', { user_id: 999_999, name: 'x' }), [404, 10021]);
  });
  it('has no more keys than may be looked through', async () => {
    const { id } = await serviceUser();
    for (let number = 0; number < 100; number += 1) await makeKey(id, {}, `key ${number}`);
    assert.deepEqual(await app.root.outcome('POST /cms/key', { user_id: id, name: 'x' }), BAD);
  });
  it('is told apart in the list of users, where that is asked for', async () => {
    const [{ username }, person] = [await serviceUser(), await app.person()];
    const listed = async (query: string) => {
      const { items } = await app.root.read<{ items: { username: string; service?: boolean }[] }>(
        `/cms/admin/users?count=100${query}`,
      );
      return [username, person.username].map((name) => items.find((one) => one.username === name)?.service);
    };
    assert.deepEqual(await listed('&service=true'), [true, false]);
    assert.deepEqual(await listed(''), [undefined, undefined]);
  });
  it('is never a super administrator, whatever became of it', async () => {
    const { owner, outcome } = await program();
    await app.behind('update quire_membership set group_id = 1 where user_id = ?', owner.id);
    assert.deepEqual(await outcome('GET /cms/admin/users'), REFUSED);
  });
});

describe('the log of a key', () => {
  it('holds what was done with that key alone', async () => {
    const [one, other] = [await program({ read_only: false }), await program({ read_only: false })];
    await one.done('POST /v1/novel', { title: 'By one' });
    await other.done('POST /v1/novel', { title: 'By the other' });
    const reader = await app.granted('log.list', 'log.search');
    for (const path of ['/cms/log', '/cms/log/search'])
      for (const { id, owner } of [one, other]) {
        const { items, total } = await reader.read<{
          items: { username: string; path: string }[];
          total: number;
        }>(`${path}?key=${id}`);
        assert.deepEqual(
          [items.map(({ username, path }) => [username, path]), total],
          [[[owner.username, '/v1/novel']], 1],
        );
      }
    assert.equal((await reader.read<{ total: number }>('/cms/log?key=999999')).total, 0);
    assert.deepEqual(await reader.outcome('GET /cms/log?key=none'), BAD);
    assert.deepEqual(await app.nobody.outcome(`GET /cms/log?key=${one.id}`), REFUSED);
  });
});

describe('keys are managed', () => {
  const manager = () => app.granted('key.manage');
  it('by those who were granted it, for service users of their own groups', async () => {
    const { groupId, ...one } = await manager();
    const [mine, foreign] = [await serviceUser([groupId]), await serviceUser()];
    const made = await one.done<{ id: number }>('POST /cms/key', { user_id: mine.id, name: 'x' });
    const other = await makeKey(foreign.id);
    assert.deepEqual(await one.outcome('POST /cms/key', { user_id: foreign.id, name: 'x' }), [404, 10021]);
    assert.deepEqual(await one.outcome(`POST /cms/key/${other.id}/rotation`, {}), [404, 10022]);
    assert.deepEqual(await one.outcome(`DELETE /cms/key/${other.id}`), [404, 10022]);
    const keys = await one.read<{ items: { id: number }[]; total: number }>('/cms/key');
    assert.deepEqual([keys.items.map(({ id }) => id), keys.total], [[made.id], 1]);
    const users = await one.read<{ items: { id: number; keys: number }[] }>('/cms/service-user');
    assert.deepEqual(
      users.items.map(({ id, keys }) => [id, keys]),
      [[mine.id, 1]],
    );
    const held = await one.read<{ items: { permissions: string[] }[] }>('/cms/service-user');
    assert.deepEqual(
      held.items.map(({ permissions }) => permissions),
      [['key.manage']],
    );
    assert.deepEqual(await one.outcome('POST /cms/service-user', { username: 'mine' }), [403, 10280]);
    assert.deepEqual(await one.outcome(`DELETE /cms/key/${made.id}`), [200, 3]);
  });
  it('by nobody else', async () => {
    const { id } = await program();
    for (const person of [app.nobody, await app.person(), await app.granted('log.search')])
      for (const request of ['GET /cms/key', 'GET /cms/service-user', `DELETE /cms/key/${id}`])
        assert.deepEqual(await person.outcome(request), REFUSED, request);
  });
  it('by a key only if that was allowed, and then by none that is wider', async () => {
    const groupId = await app.groupWith('key.manage');
    const plain = await program({}, [groupId]);
    assert.deepEqual(await plain.outcome('GET /cms/key'), REFUSED);
    const limits = {
      records: ['novel'],
      networks: ['127.0.0.0/8'],
      permissions: ['key.manage'],
      read_only: false,
    };
    const expire_time = Date.now() + HOUR_MS;
    const { owner, outcome, done } = await program({ ...limits, expire_time, manages_accounts: true }, [
      groupId,
    ]);
    const narrow = { user_id: owner.id, name: 'x', ...limits, expire_time };
    const wider: readonly (readonly [what: string, limits: object, code: unknown[]])[] = [
      ['the same', {}, [201, 0]],
      ['narrower', { permissions: [], networks: ['127.0.0.1'], read_only: true }, [201, 0]],
      ['more collections', { records: ['novel', 'author'] }, BAD],
      ['all collections', { records: null }, BAD],
      ['all permissions', { permissions: null }, BAD],
      ['more networks', { networks: ['127.0.0.0/7'] }, BAD],
      ['all networks', { networks: null }, BAD],
      ['no end', { expire_time: null }, BAD],
      ['a later end', { expire_time: expire_time + 1 }, BAD],
    ];
    for (const [what, change, expected] of wider)
      assert.deepEqual(await outcome('POST /cms/key', { ...narrow, ...change }), expected, what);
    const wide = await makeKey(owner.id, {}, 'wide');
    assert.deepEqual(await outcome(`POST /cms/key/${wide.id}/rotation`, {}), BAD);
    await done(`DELETE /cms/key/${wide.id}`);
  });
  const refused: readonly (readonly [what: string, body: object])[] = [
    ['a blank name', { name: ' ' }],
    ['a name of two lines', { name: 'x\ny' }],
    ['a permission that does not exist', { permissions: ['agent.raed'] }],
    ['a collection that does not exist', { records: ['novels'] }],
    ['a collection of the server', { records: ['quire_user'] }],
    ['no collections', { records: [] }],
    ['no networks', { networks: [] }],
    ['an end in the past', { expire_time: 1 }],
    ['an unknown limit', { readonly: true }],
  ];
  for (const [what, body] of refused)
    it(`and ${what} is refused by name`, async () => {
      const { id } = await serviceUser();
      const answer = await app.root.post('/cms/key', { user_id: id, name: 'x', ...body }, english);
      assert.deepEqual([answer.status, answer.body.error_code], BAD, answer.text);
      assert.match(answer.text, new RegExp(Object.keys(body)[0] ?? ''));
      assert.deepEqual(await listed(id), []);
    });
  it('without answers that are kept for a repetition', async () => {
    const { id } = await serviceUser();
    const headers = { 'idempotency-key': 'once' };
    assert.equal((await app.root.post('/cms/key', { user_id: id, name: 'x' }, { headers })).status, 400);
  });
});
