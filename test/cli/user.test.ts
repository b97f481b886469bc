import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, quire, signIn, start } from '../support/server-process.ts';

const server = await start('unlock');
await signIn(server);
const logIn = async (password: string) =>
  (await call(server, 'POST', '/cms/user/login', { body: { username: 'root', password } })).status;
const unlock = async (...args: string[]) => {
  const { ended, said } = await quire(['user', ...args], 'unlock');
  return [await ended, said()];
};

test('an account is unlocked while the server runs', async () => {
  for (let turn = 0; turn < 7; turn += 1) assert.equal(await logIn('wrong guess'), 401);
  assert.equal(await logIn('wrong guess'), 429);
  assert.deepEqual(await unlock('unlock', 'root'), [0, 'root: failed sign-ins are forgotten\n']);
  assert.equal(await logIn('wrong guess'), 401);
  await unlock('unlock', 'root');
  assert.deepEqual(await unlock('unlock', 'root'), [0, 'root: no failed sign-ins\n']);
});

test('a user is erased while the server runs', async () => {
  const body = {
    username: 'somebody-here',
    password: 'correct-horse-7',
    confirm_password: 'correct-horse-7',
    email: 'somebody@private.example',
  };
  const root = { token: await signIn(server) };
  assert.equal((await call(server, 'POST', '/cms/user/register', { ...root, body })).status, 201);
  const [code, said] = await unlock('erase', 'somebody-here');
  assert.deepEqual(
    [code, /^somebody-here: personal data erased, shown as '.+ 2'\n$/.test(String(said))],
    [0, true],
  );
  const log = await call(server, 'GET', '/cms/log?count=100', root);
  assert.doesNotMatch(JSON.stringify(log.body), /somebody/);
  assert.deepEqual(await unlock('erase', 'somebody-here'), [1, 'somebody-here: no such user\n']);
  assert.equal((await unlock('erase', 'root'))[0], 1);
});

test('other arguments are refused', async () => {
  for (const args of [[], ['unlock'], ['lock', 'root'], ['erase'], ['unlock', 'root', 'more']])
    assert.equal((await unlock(...args))[0], 2, args.join(' '));
});
