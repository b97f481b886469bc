import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, command, serveHere, signIn } from '../support/server-process.ts';

const server = await serveHere('keys');
const root = { token: await signIn(server) };
const key = async (...args: readonly string[]) => {
  const { code, said } = await command(['key', ...args], 'keys');
  return { code, said };
};
const keyIn = (said: string) => /quire_[0-9A-Za-z]{49}/.exec(said)?.[0] ?? '';
const idIn = (said: string) => /key (\d+) '/.exec(said)?.[1] ?? '';
const ask = async (token: string, method = 'GET', path = '/cms/user/information', body?: object) =>
  (await call(server, method, path, { token, ...(body && { body }) })).status;

test('a key is made, listed, replaced and revoked while the server runs', async () => {
  await call(server, 'POST', '/cms/service-user', { ...root, body: { username: 'ticketing' } });
  const made = await key(
    'create',
    'ticketing',
    'nightly',
    '--read-only',
    '--collection',
    'book',
    '--days',
    '7',
  );
  assert.equal(made.code, 0, made.said);
  assert.equal(await ask(keyIn(made.said)), 200);
  assert.equal(await ask(keyIn(made.said), 'POST', '/v1/book', { title: 'x' }), 401);
  const listed = await key('list', 'ticketing');
  assert.match(
    listed.said,
    /^\d+\tticketing\tnightly\treads only; collections book; until 20\S+\tused 20\S+\n$/,
  );
  const next = await key('rotate', idIn(made.said), '--overlap', '1');
  assert.equal(next.code, 0, next.said);
  for (const one of [made, next]) assert.equal(await ask(keyIn(one.said)), 200);
  assert.deepEqual(await key('revoke', idIn(made.said)), { code: 0, said: `${idIn(made.said)}: revoked\n` });
  assert.equal(await ask(keyIn(made.said)), 422);
  assert.equal(await ask(keyIn(next.said)), 200);
  assert.equal((await key('list')).said.split('\n').length, 2);
});

test('a key holds for a day or for 36,500, and beside its successor for no hour or for 720', async () => {
  await call(server, 'POST', '/cms/service-user', { ...root, body: { username: 'bounds' } });
  for (const [days, overlap, hours, answer] of [
    ['1', '0', 0, 422],
    ['36500', '720', 720, 200],
  ] as const) {
    const before = Date.now();
    const made = await key('create', 'bounds', `for ${days}`, '--days', days);
    const next = await key('rotate', idIn(made.said), '--overlap', overlap);
    const after = Date.now();
    assert.deepEqual([made.code, next.code], [0, 0], made.said + next.said);
    const { body } = await call(server, 'GET', '/cms/key?count=100', root);
    const ends = (said: string) => {
      const keys = body.items as unknown as readonly { id: number; expire_time: number }[];
      return keys.find(({ id }) => String(id) === idIn(said))?.expire_time ?? 0;
    };
    for (const [said, ms] of [
      ...(hours > 0 ? [[made.said, hours * 3_600_000] as const] : []), // those that are over are not listed
      [next.said, Number(days) * 86_400_000],
    ] as const)
      assert.ok(ends(said) >= before + ms && ends(said) <= after + ms, `${said}: ${ends(said)}`);
    assert.deepEqual([await ask(keyIn(made.said)), await ask(keyIn(next.said))], [answer, 200]);
  }
});

test('a key is listed with each of its limits, or as what its user may', async () => {
  await call(server, 'POST', '/cms/service-user', { ...root, body: { username: 'limits' } });
  const all = ['--permission', 'log.search', '--network', '10.0.0.0/8', '--manage-accounts'];
  for (const [name, limits] of [
    ['bare', []],
    ['bound', all],
    ['read', ['--read-only', '--collection', 'book', '--collection', 'quire_file']],
  ] as const)
    assert.equal((await key('create', 'limits', name, ...limits)).code, 0);
  const lines = (await key('list', 'limits')).said.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split('\t').slice(1)),
    [
      ['limits', 'read', 'reads only; collections book, quire_file', 'never used'],
      ['limits', 'bound', 'permissions log.search; from 10.0.0.0/8; manages accounts', 'never used'],
      ['limits', 'bare', 'all that its user may', 'never used'],
    ],
  );
  const before = Date.now();
  assert.equal((await key('rotate', lines[2]?.split('\t')[0] ?? '')).code, 0);
  const until = /bare\tuntil (\S+)/.exec((await key('list', 'limits')).said)?.[1] ?? '';
  const hours = (Date.parse(until) - before) / 3_600_000;
  assert.ok(hours >= 24 && hours < 25, `${until}: the overlap that nobody named is a day`);
});

const refused: readonly (readonly [args: readonly string[], code: number, told: RegExp])[] = [
  [['create', 'nobody-here', 'x'], 1, /There is no such user/],
  [['create', 'root', 'x'], 1, /root is not a service user/],
  [['create', 'ticketing', 'x', '--network', '10.0.0'], 1, /networks is not a network/],
  [
    ['create', 'ticketing', 'x', '--collection', 'boks'],
    1,
    /collections names a collection that does not exist: boks/,
  ],
  [['create', 'ticketing', 'x', '--permission', 'book.fly'], 1, /permission that does not exist: book\.fly/],
  [['create', 'ticketing', 'x', '--days', '0'], 2, /--days is a whole number from 1 to 36500/],
  [['create', 'ticketing', 'x', '--days', '36501'], 2, /--days is a whole number from 1 to 36500/],
  [['create', 'ticketing', 'x', '--days', '1.5'], 2, /--days is a whole number from 1 to 36500/],
  [['create', 'ticketing', 'x', '--overlap', '1'], 2, /unknown arguments/],
  [['create', 'ticketing'], 2, /unknown arguments/],
  [['revoke', '999'], 1, /There is no such record/],
  [['revoke', 'x'], 2, /'x' is not the id of a key/],
  [['rotate', '1', '--overlap', '721'], 2, /--overlap is a whole number from 0 to 720/],
  [['rotate', '1', '--days', '1'], 2, /unknown arguments/],
  [['list', 'ticketing', 'x'], 2, /unknown arguments/],
  [['create', 'ticketing', 'x', 'y'], 2, /unknown arguments/],
  [['revoke'], 2, /unknown arguments/],
  [['revoke', '0'], 2, /'0' is not the id of a key/],
  [['show'], 2, /unknown arguments/],
];
for (const [args, code, told] of refused)
  test(`quire key ${args.join(' ')} ends with ${code}`, async () => {
    const outcome = await key(...args);
    assert.deepEqual([outcome.code, told.test(outcome.said)], [code, true], outcome.said);
  });
