import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeKeyText } from '../../../server/access/api-keys/key-text.ts';
import { openServer } from '../../../server/start.ts';
import type { BodyOf } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { INVALID, REFUSED } from '../../support/records/administration.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const { serviceUser, makeKey, program, listed } = keysOf(app);
const ME = 'GET /cms/user/information';
const WELCOME = [200, undefined];
const EXPIRED = [401, 10050];
const FOREIGN = [403, 10262];
const BAD = [400, 10030];
const HOUR_MS = 3_600_000;
const english = { headers: { 'accept-language': 'en' } };
const lastLines = async (count = 1) => {
  const { body } = await app.root.get<BodyOf<'GET /cms/log'>>(`/cms/log?count=${count}`, english);
  return body.items;
};

describe('a key', () => {
  it('lets its service user in, by the header in any form', async () => {
    const { key, owner } = await program();
    for (const authorization of [`Bearer ${key}`, `bearer  ${key}`, key]) {
      const answer = await app.request('GET', '/cms/user/information', { headers: { authorization } });
      assert.deepEqual([answer.status, answer.body.username], [200, owner.username]);
    }
  });
  it('is never taken from an address', async () => {
    const { key } = await program();
    for (const name of ['access_token', 'token', 'key', 'api_key', 'authorization'])
      assert.ok([400, 401].includes((await app.nobody.get(`/cms/user/information?${name}=${key}`)).status));
  });
  it('is recognised by scanners, told once and stored as a hash', async () => {
    const { owner, key } = await program();
    assert.match(key, /^quire_[0-9A-Za-z]{49}$/);
    const [record] = await app.database.look('select * from quire_api_key where user_id = ?', owner.id);
    assert.ok(record);
    assert.ok(!JSON.stringify(Object.values(record).map(String)).includes(key.slice(6, 40)));
    assert.ok(!(await app.root.get('/cms/key?count=100')).text.includes(key.slice(6, 40)));
    assert.ok(!(await app.root.get('/cms/log?count=100')).text.includes(key.slice(6, 40)));
  });
  const wrong: readonly (readonly [what: string, change: (key: string) => string])[] = [
    ['a letter less', (key) => key.slice(0, -1)],
    ['another letter', (key) => `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`],
    ['another case of the prefix', (key) => key.replace('quire_', 'Quire_')],
    ['something behind it', (key) => `${key}x`],
    ['the form of one that nobody made', makeKeyText],
    ['nothing but the prefix', () => 'quire_'],
  ];
  for (const [what, change] of wrong)
    it(`with ${what} is refused`, async () => {
      const { key } = await program();
      assert.deepEqual(await app.as(change(key)).outcome(ME), INVALID);
    });
  it('is no refresh token and opens no session', async () => {
    const { key } = await program();
    assert.equal((await app.as(key).get('/cms/user/refresh')).status, 401);
  });
  it('is one of many, each with an end of its own', async () => {
    const { id } = await serviceUser();
    const [one, other] = [await makeKey(id, {}, 'one'), await makeKey(id, {}, 'other')];
    assert.deepEqual(
      (await listed(id)).map(({ name }) => name),
      ['other', 'one'],
    );
    await app.root.done(`DELETE /cms/key/${one.id}`);
    assert.deepEqual(await app.as(one.key).outcome(ME), INVALID);
    assert.deepEqual(await app.as(other.key).outcome(ME), WELCOME);
  });
  it('tells when and from where it was last used, and not at every request', async () => {
    const { owner, key } = await program();
    assert.deepEqual((await listed(owner.id))[0]?.used_time, null);
    const before = Date.now();
    await app.request('GET', '/cms/user/information', { token: key, address: '192.0.2.7' });
    const [used] = await listed(owner.id);
    assert.ok((used?.used_time ?? 0) >= before);
    assert.equal(used?.used_network, '192.0.2.7');
    await app.request('GET', '/cms/user/information', { token: key, address: '192.0.2.8' });
    assert.deepEqual((await listed(owner.id))[0], used);
    await app.behind(
      'update quire_api_key set used_time = ? where id = ?',
      Date.now() - 2 * HOUR_MS,
      used?.id,
    );
    await app.request('GET', '/cms/user/information', { token: key, address: '192.0.2.8' });
    assert.equal((await listed(owner.id))[0]?.used_network, '192.0.2.8');
  });
});

describe('the end of a key binds the very next request, on every instance:', () => {
  const ends: readonly (readonly [
    what: string,
    end: (key: { id: number; owner: number }) => Promise<unknown>,
  ])[] = [
    ['its revocation', ({ id }) => app.root.done(`DELETE /cms/key/${id}`)],
    [
      'its rotation without overlap',
      ({ id }) => app.root.done(`POST /cms/key/${id}/rotation`, { overlap: 0 }),
    ],
    [
      'the deactivation of its user',
      ({ owner }) => app.root.done(`DELETE /cms/admin/user/${owner}/activation`),
    ],
    ['the deletion of its user', ({ owner }) => app.root.done(`DELETE /cms/admin/user/${owner}`)],
    [
      'another process',
      ({ id }) => app.behind('update quire_api_key set is_deleted = true where id = ?', id),
    ],
  ];
  for (const [what, end] of ends)
    it(what, async (t) => {
      const second = await openServer(app.settings);
      t.after(() => second.close());
      const { id, key, owner, outcome } = await program();
      const there = async () => {
        const headers = { authorization: `Bearer ${key}` };
        const answer = await second.app.inject({ url: '/cms/user/information', headers });
        return [answer.statusCode, answer.json().error_code];
      };
      for (let turn = 0; turn < 3; turn += 1)
        assert.deepEqual([await outcome(ME), await there()], [WELCOME, WELCOME]);
      await end({ id, owner: owner.id });
      assert.deepEqual([await there(), await outcome(ME)], [INVALID, INVALID]);
    });
  it('and its user coming back does not revive it', async () => {
    const { key, owner } = await program();
    await app.root.done(`DELETE /cms/admin/user/${owner.id}/activation`);
    await app.root.done(`PUT /cms/admin/user/${owner.id}/activation`);
    assert.deepEqual(await app.as(key).outcome(ME), INVALID);
    assert.deepEqual(await listed(owner.id), []);
  });
});

describe('a key that expires', () => {
  it('is told from one that never was', async () => {
    const { id, key } = await program({ expire_time: Date.now() + HOUR_MS });
    assert.deepEqual(await app.as(key).outcome(ME), WELCOME);
    await app.behind('update quire_api_key set expire_time = ? where id = ?', Date.now() - 1, id);
    assert.deepEqual(await app.as(key).outcome(ME), EXPIRED);
  });
  it('is replaced by one that lives as long, while the old one goes on for a while', async () => {
    const { id, key, owner } = await program({ expire_time: Date.now() + 48 * HOUR_MS, read_only: true });
    const next = await app.root.done<{ id: number; key: string; expire_time: number }>(
      `POST /cms/key/${id}/rotation`,
      { overlap: 60 },
    );
    const [young, old] = await listed(owner.id);
    assert.deepEqual([young?.id, young?.name, old?.replaced_by], [next.id, 'nightly', next.id]);
    assert.ok(Math.abs(next.expire_time - Date.now() - 48 * HOUR_MS) < HOUR_MS);
    assert.ok((old?.expire_time ?? 0) <= Date.now() + 60_000);
    for (const one of [key, next.key]) {
      assert.deepEqual(await app.as(one).outcome(ME), WELCOME);
      assert.deepEqual(await app.as(one).outcome('POST /v1/country', { name: 'X' }), REFUSED);
    }
    assert.deepEqual(await app.root.outcome(`POST /cms/key/${id}/rotation`, {}), BAD);
    await app.behind('update quire_api_key set expire_time = ? where id = ?', Date.now() - 1, id);
    assert.deepEqual(await app.as(key).outcome(ME), EXPIRED);
    assert.deepEqual(await app.as(next.key).outcome(ME), WELCOME);
    assert.deepEqual(await app.root.outcome(`POST /cms/key/${id}/rotation`, {}), BAD);
  });
});

describe('the networks of a key', () => {
  const cases: readonly (readonly [
    networks: readonly string[] | null,
    address: string,
    expected: unknown[],
  ])[] = [
    [null, '198.51.100.1', WELCOME],
    [['192.0.2.0/24'], '192.0.2.200', WELCOME],
    [['192.0.2.0/24'], '192.0.3.1', FOREIGN],
    [['192.0.2.0/24'], '::ffff:192.0.2.200', WELCOME],
    [['192.0.2.0/24'], '2001:db8::1', FOREIGN],
    [['192.0.2.9'], '192.0.2.9', WELCOME],
    [['192.0.2.9'], '192.0.2.10', FOREIGN],
    [['10.0.0.0/8', '2001:db8::/32'], '2001:db8:1::5', WELCOME],
    [['10.0.0.0/8', '2001:db8::/32'], '2001:db9::5', FOREIGN],
    [['0.0.0.0/0'], '203.0.113.9', WELCOME],
  ];
  for (const [networks, address, expected] of cases)
    it(`${networks ?? 'of any kind'}: from ${address} ${expected[0]}`, async () => {
      const { key } = await program({ networks });
      const { status, body } = await app.request('GET', '/cms/user/information', { token: key, address });
      assert.deepEqual([status, body.error_code], expected);
    });
  for (const network of [
    '192.0.2.0/33',
    '192.0.2',
    'example.com',
    '::/129',
    '192.0.2.0/24/1',
    '',
    'fe80::1%eth0',
    '10.0.0.0/08',
  ])
    it(`'${network}' is not a network`, async () => {
      const { id } = await serviceUser();
      const body = { user_id: id, name: 'x', networks: [network] };
      assert.deepEqual(await app.root.outcome('POST /cms/key', body), BAD);
    });
});

describe('log and history', () => {
  it('tell a program by its user and its key, also after its revocation', async () => {
    const { id, owner, done, outcome } = await program();
    const record = await done<{ id: number }>('POST /v1/country', { name: 'Utopia' });
    const by = `service user ${owner.username} by key 'nightly'`;
    const [line] = await lastLines();
    assert.deepEqual([line?.message.startsWith(by), line?.username], [true, owner.username]);
    assert.deepEqual(await outcome('GET /v1/agent'), REFUSED);
    assert.ok((await lastLines())[0]?.message.startsWith(`${by} was refused`));
    await app.root.done(`DELETE /cms/key/${id}`);
    await app.root.done(`PATCH /v1/country/${record.id}`, { name: 'Erewhon' });
    const history = await app.root.read<{ items: Record<string, unknown>[] }>(
      `/v1/country/${record.id}/history`,
    );
    assert.deepEqual(
      history.items.map(({ user, key }) => [user, key]),
      [
        [{ id: 1, username: 'root' }, undefined],
        [owner, { id, name: 'nightly' }],
      ],
    );
    const logged = await app.database.look(
      'select key_id from quire_log where user_id = ? order by id',
      owner.id,
    );
    assert.deepEqual(
      logged.map(({ key_id }) => Number(key_id)),
      [id, id],
    );
  });
  it('tell of a key that came from elsewhere', async () => {
    const { key, owner } = await program({ networks: ['192.0.2.0/24'] });
    await app.request('GET', '/cms/user/information', { token: key, address: '198.51.100.77' });
    const [line] = await lastLines();
    assert.match(
      line?.message ?? '',
      new RegExp(`^198\\.51\\.100\\.77 was refused: .*key 'nightly'.*user ${owner.id}\\)`),
    );
  });
});
