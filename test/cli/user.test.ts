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

test('other arguments are refused', async () => {
  for (const args of [[], ['unlock'], ['lock', 'root'], ['unlock', 'root', 'more']])
    assert.equal((await unlock(...args))[0], 2, args.join(' '));
});
